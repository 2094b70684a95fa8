import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { examineDump } from './examine.ts';

const USAGE = `usage: pnpm lab dumps FOLDER...

Imports each file and each folder in these folders into a wiki of its own, compares the numbers of pages and revisions with those that Python
counts, asks every query module, follows every list to its end, and asks all properties of all pages. Reports links by unknown prefixes.`;

const { positionals } = readOptions(USAGE, {}, 1);
for (const folder of positionals) {
  for (const name of readdirSync(folder).sort()) {
    const { pages, revisions, counted, modules, requests, warnings, problems } = await examineDump(join(folder, name));
    const same = counted ? 'as counted' : 'not counted';
    const asked = `${modules} modules in ${requests} requests`;
    console.log(`${problems.length > 0 ? 'FAIL ' : 'ok   '} ${name}: ${pages} pages, ${revisions} revisions (${same}), ${asked}`);
    for (const problem of problems) console.log(`      ${problem}`);
    for (const warning of warnings) console.log(`      (${warning})`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
