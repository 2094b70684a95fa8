import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { proseViolations } from './index.ts';

const USAGE = `usage: pnpm lab prose [--below PATH]

Checks documentation, comments and test titles by the rules of docs/style.md, and prints one line for each breach. With --below only files
whose path begins with PATH.`;

const { values: options } = readOptions(USAGE, { below: { type: 'string', default: '' } });
const found = (await proseViolations(join(import.meta.dirname, '../../..'))).filter(violation => violation.startsWith(options.below));
for (const violation of found) console.log(violation);
console.log(`${found.length} breaches of docs/style.md.`);
if (found.length > 0) process.exitCode = 1;
