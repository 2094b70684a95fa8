import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runIn } from './commands/command-line.ts';
import { appAt } from './plugins/discovery.ts';

// The distribution package "wikiquery" installs a program of the same name. If this program shadows it, the distribution is still used.
const folders = createRequire(import.meta.url).resolve.paths('wikiquery') ?? [];
const manifest = folders.map(folder => join(folder, 'wikiquery', 'package.json')).find(path => existsSync(path));
await runIn(process.cwd(), manifest === undefined ? undefined : appAt(dirname(manifest)));
