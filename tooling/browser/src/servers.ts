import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RunningServer, SERVER, SOURCES } from '@wikiquery/launch/process';
import type { Stand } from '@wikiquery/launch/stand';

const root = join(import.meta.dirname, '../../..');
const MINIMAL = join(root, 'apps/minimal');
/** Node arguments that build the explorer before the server starts. */
const WITH_PAGE = ['--import', join(root, 'tooling/workspace/src/fresh-pages.ts')];

export type Served = Pick<RunningServer, 'api' | 'origin'>;

/** Runs apps/server, by default on its sample wiki. */
export const serve = (stand: Stand, flags: readonly string[] = []): Promise<Served> =>
  stand.serve(flags, stand.folder(), { program: [...WITH_PAGE, ...SERVER] });

/** Runs apps/minimal, which has no explorer. */
export const serveMinimal = (stand: Stand): Promise<Served> =>
  stand.serve([], stand.folder(), { program: [SOURCES, join(MINIMAL, 'src/main.ts')] });

/** Runs an app with the modules of apps/minimal, the explorer, and a third-party module with this source code. */
export function serveWith(stand: Stand, name: string, code: string): Promise<Served> {
  const folder = stand.folder();
  const { dependencies } = JSON.parse(readFileSync(join(MINIMAL, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  const own = { ...dependencies, '@wikiquery/explorer': '*' };
  for (const each of Object.keys(own)) {
    const link = join(folder, 'node_modules', each);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(each in dependencies ? MINIMAL : join(root, 'apps/server'), 'node_modules', each), link);
  }
  const plugin = join(folder, 'node_modules', name);
  const { wikiquery } = JSON.parse(readFileSync(join(root, 'packages/list/allpages/package.json'), 'utf8')) as { wikiquery: object };
  mkdirSync(plugin);
  writeManifest(plugin, { name, exports: './index.js', wikiquery });
  writeFileSync(join(plugin, 'index.js'), code);
  writeManifest(folder, { name: 'app', dependencies: { ...own, [name]: '*' } });
  const main = join(folder, 'main.js');
  writeFileSync(main, "import { run } from '@wikiquery/server';\nawait run({ root: import.meta.dirname, load: name => import(name) });\n");
  return stand.serve([], folder, { program: [...WITH_PAGE, SOURCES, main] });
}

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.0.0', type: 'module', ...manifest }));
}
