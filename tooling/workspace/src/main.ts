import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE_OF_NEW = `usage: pnpm new GROUP NAME PREFIX   scaffold a plugin: GROUP is list, prop, meta, action, format or rest
           [--dir FOLDER [--js]]     outside this workspace, as a standalone package; in JavaScript`;
const USAGE = `${USAGE_OF_NEW}
       pnpm sync                     update generated files: package.json files, README tables
       pnpm check                    check the rules of the workspace and of docs/style.md
       pnpm build                    compile every package into its dist
       pnpm build documentation      build the documentation that the server serves at /docs
       pnpm lab NAME                 run a program that checks or measures; without NAME, list them`;

const OF_NEW = { dir: { type: 'string' }, js: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

const root = join(import.meta.dirname, '../../..');

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  async new(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OF_NEW });
    if (values.help) {
      console.log(USAGE_OF_NEW);
      return 0;
    }
    const [group = '', name = '', prefix = group === 'format' || group === 'rest' ? '' : undefined] = positionals;
    if (prefix === undefined) return usage();
    const { scaffold } = await import('./scaffold.ts');
    const { files, nextSteps } = await scaffold(root, {
      group,
      name,
      prefix,
      ...(values.dir && { folder: values.dir }),
      ...(values.js && { language: 'js' }),
    });
    for (const line of [...files, '', ...nextSteps]) console.log(line);
    return 0;
  },

  async sync() {
    const { sync } = await import('./sync.ts');
    const { files, problems } = await sync(root);
    for (const file of files) console.log(file);
    if (files.some(file => file.endsWith('package.json'))) {
      // Dependencies may have changed. Modules with new dependencies load only in a new process, because Node caches failed imports.
      (await import('./scaffold.ts')).link(root);
      return spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' }).status ?? 1;
    }
    for (const problem of problems) console.error(problem);
    return problems.length === 0 ? 0 : 1;
  },

  async check() {
    const [{ violations }, { proseViolations }] = await Promise.all([import('./rules.ts'), import('@wikiquery/prose')]);
    const found = [...(await violations(root)), ...(await proseViolations(root))];
    for (const violation of found) console.log(violation);
    console.log(found.length === 0 ? 'All rules hold.' : `${found.length} violations.`);
    return found.length === 0 ? 0 : 1;
  },

  async build([what, ...more]) {
    if (more.length > 0 || (what !== undefined && what !== 'documentation')) return usage();
    if (what === 'documentation') {
      const { buildSlowPages } = await import('./pages.ts');
      for (const folder of buildSlowPages(root)) console.log(`${relative(root, folder)} built.`);
    } else {
      const { build } = await import('./build.ts');
      console.log(`${await build(root)} packages built.`);
    }
    return 0;
  },

  async lab(args) {
    const { runLab } = await import('./labs.ts');
    await runLab(root, args);
    return Number(process.exitCode ?? 0);
  },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
try {
  process.exitCode = command ? await command(args.filter(argument => argument !== '--')) : usage();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function usage(): number {
  console.error(USAGE);
  return 2;
}
