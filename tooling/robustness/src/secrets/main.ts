/**
 * Asks all questions about planted secrets and prints what the answers give away:
 * `node --conditions=@wikiquery/source tooling/robustness/src/secrets/main.ts [--share 0.1] [--module NAME]… [--lenient]`
 */
import { parseArgs } from 'node:util';
import { examineSecrets, type Leak } from './examination.ts';
import { AS_IN_MEDIAWIKI, examineHiddenAccount } from './hidden-account.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  options: {
    share: { type: 'string', default: '1' },
    module: { type: 'string', multiple: true },
    lenient: { type: 'boolean', default: false },
  },
});
const { asked, leaks, failures } = await examineSecrets({
  share: Number(options.share),
  ...(options.module && { modules: options.module }),
  flags: options.lenient ? ['--lenient'] : [],
});
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
const { distinguished } = await examineHiddenAccount();
const unexpected = distinguished.filter(what => !AS_IN_MEDIAWIKI.includes(what));
for (const what of unexpected) console.log(`A suppressed account is not as one that does not exist: ${what}`);
process.exitCode = leaks.length + failures.length + unexpected.length > 0 ? 1 : 0;

/** One line a module, session and secret. */
function kindOf({ session, what, question }: Leak): string {
  const names = ['prop', 'list', 'meta', 'generator'].flatMap(name => (question[name] === undefined ? [] : [`${name}=${question[name]}`]));
  return `${names.join('&')} (${session}): ${what}`;
}
