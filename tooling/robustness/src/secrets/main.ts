import { readOptions } from '@wikiquery/launch/options';
import { examineSecrets } from './examination.ts';
import { AS_IN_MEDIAWIKI, examineHiddenAccount } from './hidden-account.ts';
import { examinePrivateWikis } from './private-wikis.ts';
import type { Leak } from './responses.ts';

const USAGE = `usage: pnpm lab secrets [--sample 0.1] [--module NAME]… [--lenient] [--private]

Sends all requests about planted secrets, and prints the secrets that responses reveal. --sample limits the requests to a fraction,
--module to those about a module, without private wikis. --private examines only private wikis.`;

const { values: options } = readOptions(USAGE, {
  sample: { type: 'string', default: '1' },
  module: { type: 'string', multiple: true },
  private: { type: 'boolean', default: false },
  lenient: { type: 'boolean', default: false },
});
const share = Number(options.sample);
const flags = options.lenient ? ['--lenient'] : [];
const examinations = [
  ...(options.module ? [] : [await examinePrivateWikis(share)]),
  ...(options.private ? [] : [await examineSecrets({ share, flags, ...(options.module && { modules: options.module }) })]),
];
const leaks = examinations.flatMap(each => each.leaks);
const failures = examinations.flatMap(each => each.failures);
const asked = examinations.reduce((sum, each) => sum + each.asked, 0);
for (const [kind, group] of Map.groupBy(leaks, kindOf)) {
  const { session, question, shown } = group[0] as Leak;
  const lines = [
    `${group.length} × ${kind}`,
    `  ${session}: ${String(new URLSearchParams(question))}`,
    `   ${shown.replaceAll('\n', ' ')}`,
  ];
  console.log(`${lines.join('\n')}\n`.slice(0, 1500));
}
for (const line of new Set(failures.map(failure => /"error":.*/.exec(failure)?.[0] ?? failure))) console.log(line.slice(0, 800));
console.log(`${asked} requests, ${leaks.length} leaks, ${failures.length} failures.`);
const { distinguished } = options.private ? { distinguished: [] } : await examineHiddenAccount();
const unexpected = distinguished.filter(what => !AS_IN_MEDIAWIKI.includes(what));
for (const what of unexpected) console.log(`A suppressed account differs from a missing one: ${what}`);
process.exitCode = leaks.length + failures.length + unexpected.length > 0 ? 1 : 0;

/** Returns the kind of a leak: its module, session and secret. */
function kindOf({ session, what, question }: Leak): string {
  const names = ['prop', 'list', 'meta', 'generator'].flatMap(name => (question[name] === undefined ? [] : [`${name}=${question[name]}`]));
  return `${names.join('&')} (${session}): ${what}`;
}
