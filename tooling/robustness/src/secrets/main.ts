import { readOptions } from '@wikiquery/launch/options';
import { examineSecrets, type Leak } from './examination.ts';
import { AS_IN_MEDIAWIKI, examineHiddenAccount } from './hidden-account.ts';
import { examinePrivateWikis } from './private-wikis.ts';

const USAGE = `usage: pnpm lab secrets [--share 0.1] [--module NAME]… [--lenient] [--private]

Asks all questions about planted secrets, and prints what the responses reveal. --share asks a share of the questions, --module only those about a
module, without private wikis. --private asks private wikis alone.`;

const { values: options } = readOptions(USAGE, {
  share: { type: 'string', default: '1' },
  module: { type: 'string', multiple: true },
  private: { type: 'boolean', default: false },
  lenient: { type: 'boolean', default: false },
});
const share = Number(options.share);
const examinations = options.module ? [] : [await examinePrivateWikis(share)];
if (!options.private)
  examinations.push(
    await examineSecrets({ share, ...(options.module && { modules: options.module }), flags: options.lenient ? ['--lenient'] : [] }),
  );
const leaks = examinations.flatMap(each => each.leaks);
const failures = examinations.flatMap(each => each.failures);
const asked = examinations.reduce((sum, each) => sum + each.asked, 0);
for (const [kind, group] of Map.groupBy(leaks, kindOf)) {
  const { session, question, shown } = group[0] as Leak;
  console.log(
    `${group.length} × ${kind}\n  ${session}: ${new URLSearchParams(question).toString()}\n   ${shown.replaceAll('\n', ' ')}\n`.slice(
      0,
      1500,
    ),
  );
}
for (const line of new Set(failures.map(failure => /"error":.*/.exec(failure)?.[0] ?? failure))) console.log(line.slice(0, 800));
console.log(`${asked} questions, ${leaks.length} leaks, ${failures.length} failures.`);
const { distinguished } = options.private ? { distinguished: [] } : await examineHiddenAccount();
const unexpected = distinguished.filter(what => !AS_IN_MEDIAWIKI.includes(what));
for (const what of unexpected) console.log(`A suppressed account is not as one that does not exist: ${what}`);
process.exitCode = leaks.length + failures.length + unexpected.length > 0 ? 1 : 0;

/** One line a module, session and secret. */
function kindOf({ session, what, question }: Leak): string {
  const names = ['prop', 'list', 'meta', 'generator'].flatMap(name => (question[name] === undefined ? [] : [`${name}=${question[name]}`]));
  return `${names.join('&')} (${session}): ${what}`;
}
