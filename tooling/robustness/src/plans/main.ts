/**
 * Prints which requests make an engine read a whole table:
 * `node --conditions=@wikiquery/source tooling/robustness/src/plans/main.ts [--engine sqlite]`
 */
import { parseArgs } from 'node:util';
import { engines } from '@wikiquery/testing';
import { examinePlans } from './plans.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  options: { engine: { type: 'string' } },
});
for (const engine of engines) {
  if (options.engine !== undefined && options.engine !== engine) continue;
  const { findings, statements } = await examinePlans(engine);
  console.log(`${engine}: ${statements} statements, ${findings.length} findings`);
  for (const { what, question, sql, plan } of findings)
    console.log(`\n${what}\n  ${new URLSearchParams(question).toString()}\n  ${sql.slice(0, 1200)}\n  ${plan}`);
}
