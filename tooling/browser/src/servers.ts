import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunningServer, SERVER, SOURCES, startServer } from '@wikiquery/launch/process';

const root = join(import.meta.dirname, '../../..');
/** The page is built before the server starts. */
const WITH_PAGE = ['--import', join(root, 'tooling/workspace/src/fresh-pages.ts')];

export type Server = Pick<RunningServer, 'api' | 'origin' | 'stop'>;

/** Runs apps/server, on its sample wiki or with these flags, in a folder of its own, which is gone after `stop`. */
export const serve = (flags: readonly string[] = []): Promise<Server> => start([...WITH_PAGE, ...SERVER], flags, temporary());

/** The same of apps/minimal, which has no page. */
export const serveMinimal = (): Promise<Server> => start([SOURCES, join(root, 'apps/minimal/src/main.ts')], [], temporary());

/** An app with the modules of apps/minimal, the page, and a module of somebody else's, whose text this is. */
export function serveWith(name: string, code: string): Promise<Server> {
  const folder = temporary();
  const minimal = join(root, 'apps/minimal');
  const { dependencies } = JSON.parse(readFileSync(join(minimal, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  const own = { ...dependencies, '@wikiquery/explorer': '*' };
  for (const each of Object.keys(own)) {
    const link = join(folder, 'node_modules', each);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(each in dependencies ? minimal : join(root, 'apps/server'), 'node_modules', each), link);
  }
  const plugin = join(folder, 'node_modules', name);
  mkdirSync(plugin);
  writeFileSync(
    join(plugin, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js', wikiquery: { contract: contractOf(root) } }),
  );
  writeFileSync(join(plugin, 'index.js'), code);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'app', version: '1.0.0', type: 'module', dependencies: { ...own, [name]: '*' } }),
  );
  const main = join(folder, 'main.js');
  writeFileSync(main, "import { run } from '@wikiquery/server';\nawait run({ root: import.meta.dirname, load: name => import(name) });\n");
  return start([...WITH_PAGE, SOURCES, main], [], folder);
}

const contractOf = (workspace: string): string =>
  (JSON.parse(readFileSync(join(workspace, 'packages/list/allpages/package.json'), 'utf8')) as { wikiquery: { contract: string } })
    .wikiquery.contract;

const temporary = (): string => mkdtempSync(join(tmpdir(), 'wikiquery-browser-'));

async function start(args: readonly string[], flags: readonly string[], folder: string): Promise<Server> {
  const server = await startServer(args, flags, folder);
  return {
    api: server.api,
    origin: server.origin,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
