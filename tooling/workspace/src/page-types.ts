// Checks the types of browser pages, including component templates.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from 'vue-tsc';

const compiler = fileURLToPath(import.meta.resolve('typescript-library/lib/tsc.js'));
const root = join(import.meta.dirname, '../../..');
const [project] = globSync('packages/*/src/page/tsconfig.json', { cwd: root });
process.argv = [process.argv[0] ?? '', compiler, '-p', join(root, project ?? '')];
run(compiler);
