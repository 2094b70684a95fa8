// Checks the types of the browser page with component templates, which the usual compiler cannot read.
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from 'vue-tsc';

const compiler = fileURLToPath(import.meta.resolve('typescript-library/lib/tsc.js'));
const root = join(import.meta.dirname, '../../..');
const [component] = globSync('packages/*/src/page/*.vue', { cwd: root });
process.argv = [process.argv[0] ?? '', compiler, '-p', join(root, dirname(component ?? ''), 'tsconfig.json')];
run(compiler);
