import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

export const CONTRACT_REPORT = 'packages/core/api.md';
const ENTRY = 'packages/core/src/index.ts';

/**
 * Returns the declarations of core's exports and of everything that they refer to, without comments. Each change of the plugin API changes
 * this text. Returns undefined if the workspace has no report.
 */
export function contractReport(root: string): string | undefined {
  if (!existsSync(join(root, CONTRACT_REPORT))) return undefined;
  const caches = join(root, 'node_modules/.cache');
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(join(caches, 'contract-'));
  try {
    declare(root, folder);
    return printed(reached(new Declarations(folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function declare(root: string, folder: string): void {
  const compilerOptions = {
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    removeComments: true,
    stripInternal: true,
    rootDir: root,
    outDir: folder,
  };
  const config = join(folder, 'tsconfig.json');
  const sources = globSync('packages/core/src/**/*.ts', { cwd: root }).filter(file => !/\.test(-d)?\.ts$/.test(file));
  const files = sources.map(file => relative(folder, join(root, file)));
  writeFileSync(config, JSON.stringify({ extends: relative(folder, join(root, 'tsconfig.base.json')), compilerOptions, files }));
  const { status, stdout } = spawnSync('tsc', ['-p', config], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The declarations of the plugin API cannot be written:\n${stdout}`);
}

interface Declared {
  readonly name: string;
  readonly text: string;
}

interface File {
  readonly declared: readonly Declared[];
  /** Sources of imported names, by local name. `from` is a file or a package. */
  readonly imported: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  /** Re-exported names. */
  readonly handedOn: readonly { readonly from: string; readonly name: string }[];
}

class Declarations {
  readonly #folder: string;
  readonly #files = new Map<string, File>();

  constructor(folder: string) {
    this.#folder = folder;
  }
  /** Returns the declarations of a source file such as `packages/core/src/index.ts`. */
  of(path: string): File {
    let file = this.#files.get(path);
    if (!file) {
      file = this.#read(path);
      this.#files.set(path, file);
    }
    return file;
  }

  #read(path: string): File {
    const text = readFileSync(join(this.#folder, path.replace(/\.ts$/, '.d.ts')), 'utf8');
    const { program, errors } = parseSync('api.d.ts', text);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
    const resolve = (specifier: string): string => (specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier);
    const declared: Declared[] = [];
    const imported = new Map<string, { from: string; name: string }>();
    const handedOn: { from: string; name: string }[] = [];
    for (const statement of program.body) {
      if (statement.type === 'ImportDeclaration') {
        for (const specifier of statement.specifiers) {
          const name =
            specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier' ? specifier.imported.name : 'default';
          imported.set(specifier.local.name, { from: resolve(statement.source.value), name });
        }
      } else if (statement.type === 'ExportNamedDeclaration' && statement.source) {
        for (const { local } of statement.specifiers)
          if (local.type === 'Identifier') handedOn.push({ from: resolve(statement.source.value), name: local.name });
      } else {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        const source = text.slice(statement.start, statement.end);
        for (const name of namesOf(declaration)) declared.push({ name, text: source });
      }
    }
    return { declared, imported, handedOn };
  }
}

type Statement = ReturnType<typeof parseSync>['program']['body'][number];

function namesOf(declaration: Statement | null): string[] {
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  const id = declaration && 'id' in declaration ? declaration.id : undefined;
  return id && 'name' in id ? [id.name] : [];
}

/** Collects the entry point's exports and everything that they refer to. Returns declarations and package imports by file. */
function reached(declarations: Declarations): Map<string, { readonly texts: Set<string>; readonly packages: Set<string> }> {
  const found = new Map<string, { texts: Set<string>; packages: Set<string> }>();
  const waiting = [...declarations.of(ENTRY).handedOn];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { from, name } = next;
    const file = declarations.of(from);
    const entry = found.get(from) ?? { texts: new Set(), packages: new Set() };
    found.set(from, entry);
    for (const { text } of file.declared.filter(each => each.name === name && !entry.texts.has(each.text))) {
      entry.texts.add(text);
      for (const [word] of text.matchAll(/[\w$]+/g)) {
        const source = file.imported.get(word);
        if (source?.from.endsWith('.ts')) waiting.push(source);
        else if (source) entry.packages.add(`import { ${source.name} } from '${source.from}';`);
        else if (file.declared.some(each => each.name === word)) waiting.push({ from, name: word });
      }
    }
  }
  return found;
}

function printed(found: ReturnType<typeof reached>): string {
  const files = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = files.map(([path, { texts, packages }]) =>
    [`// ${posix.relative('packages/core/src', path)}`, ...[...packages].sort(), ...[...texts].sort()].join('\n'),
  );
  const introduction =
    '# Plugin API\n\nThe exports of `@wikiquery/core`, written by `pnpm sync`. A change here affects third-party plugins.';
  return `${introduction}\n\n\`\`\`ts\n${parts.join('\n\n')}\n\`\`\`\n`;
}
