import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { passagesOf } from './passages.ts';
import { breachesOf } from './rules.ts';

const guide = readFileSync(new URL('../../../docs/style.md', import.meta.url), 'utf8');
const examples = guide
  .slice(guide.indexOf('## Before and after'))
  .matchAll(/^\| [^|]* \| ([^|]*) \| ([^|]*) \|$/gm)
  .map(([, before, after]) => [before!, after!] as const)
  .filter(([before]) => before !== 'before' && !before.startsWith('---'))
  .toArray();

const breachesIn = (text: string): string[] => passagesOf('page.md', text).flatMap(breachesOf);

it('finds the before-and-after examples in the style guide', () => expect(examples.length).toBeGreaterThanOrEqual(40));
it.each(examples)('rejects the wording "%s"', before => expect(breachesIn(before)).not.toEqual([]));
it.each(examples)('accepts the rewrite of "%s"', (_before, after) => expect(breachesIn(after)).toEqual([]));

it('extracts comments, docstrings and test titles with their line numbers', () => {
  const code = [
    '// A comment over',
    '// two lines with `code`.',
    '/** Returns the sum. */',
    "it.skipIf(x)('adds numbers', () => {});",
    "const text = 'What no rule reads';",
    '// biome-ignore lint/x: nobody reads this',
  ];
  expect(passagesOf('a.ts', code.join('\n'))).toEqual([
    { kind: 'comment', line: 1, text: 'A comment over two lines with ⟨code⟩.' },
    { kind: 'comment', line: 3, text: 'Returns the sum.' },
    { kind: 'title', line: 4, text: 'adds numbers' },
  ]);
});

it('skips code blocks and extracts table cells in Markdown', () => {
  const page = ['# Title', '', '```sh', 'who asks', '```', '', '| a | b |', '|---|---|', '| one | `two` |'];
  expect(passagesOf('a.md', page.join('\n')).map(({ kind, line, text }) => [kind, line, text])).toEqual([
    ['heading', 1, 'Title'],
    ['cell', 7, 'a'],
    ['cell', 7, 'b'],
    ['cell', 9, 'one'],
    ['cell', 9, '⟨code⟩'],
  ]);
});

it('reports sentences of more than 30 words', () => {
  const long = `Word${' word'.repeat(30)}.`;
  expect(breachesIn(`Short one. ${long}`)).toEqual([expect.stringContaining('31 words')]);
  expect(breachesIn(`Word${' word'.repeat(29)}. Short one.`)).toEqual([]);
});
