// Imports each dump of a folder, a file or a folder of parts, and asks all query modules about it: `pnpm dumps FOLDER...`
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { examineDump } from './examine.ts';

const { positionals, values } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
if (values.help || positionals.length === 0) {
  console.log(`usage: pnpm dumps FOLDER...

Imports each file and each folder in these folders into a wiki of its own, compares the numbers of pages and revisions with those that Python
counts, asks every query module, follows every list to its end, and asks all properties of all pages. Tells links by prefixes that are not known.`);
  process.exitCode = values.help ? 0 : 1;
} else
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
