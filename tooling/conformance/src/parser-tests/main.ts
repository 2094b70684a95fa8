import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { Stand } from '@wikiquery/launch/stand';
import { Client } from '../client.ts';
import { inParallel } from '../parallel.ts';
import { percent } from '../report.ts';
import { normalized, requestOf, thumbSizeOf, whyLeftOut } from './judge.ts';
import { type Article, type ParserTest, readParserTests } from './read.ts';
import { makeTestWiki } from './test-wiki.ts';

const USAGE = `usage: pnpm lab parser-tests FOLDER|FILE... [--name WORDS] [--show N] [--json FILE]

Runs the tests of MediaWiki's parser (tests/parser of its sources) on a wiki with their articles and files. Prints the share that returns MediaWiki's
HTML. --show prints N of the others, --name selects tests whose name contains WORDS, --json writes all failures.`;

const { values, positionals } = readOptions(
  USAGE,
  { name: { type: 'string' }, show: { type: 'string', default: '0' }, json: { type: 'string' } },
  1,
);

const files = positionals.flatMap(path =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter(name => name.endsWith('.txt'))
        .map(name => join(path, name))
    : [path],
);
const read = files.map(file => readParserTests(basename(file), readFileSync(file, 'utf8')));
const tests = read.flatMap(each => each.tests).filter(({ name }) => values.name === undefined || name.includes(values.name));
const leftOut = Map.groupBy(tests, whyLeftOut);
const runnable = leftOut.get(undefined) ?? [];
leftOut.delete(undefined);

const outcomes: Outcome[] = [];
const wikis = wikisOf(read.map(each => each.articles)).flatMap(articles => {
  const here = runnable.filter(({ file }) => articles.files.has(files.findIndex(path => basename(path) === file)));
  return Array.from(Map.groupBy(here, thumbSizeOf), ([thumbSize, own]) => ({ articles, thumbSize, own }));
});
for (const [at, { articles, thumbSize, own }] of wikis.entries()) {
  await using stand = new Stand();
  const folder = stand.folder();
  const server = await stand.serve([...(await makeTestWiki(folder, articles.texts, thumbSize)), '--workers', '1'], folder);
  const client = new Client(server.api, { timeout: 30_000, keepsCookies: false });
  outcomes.push(...(await inParallel(own, 4, test => answerOf(test, client))));
  console.log(`wiki ${at + 1}: ${articles.files.size} files, thumbnails of ${thumbSize} pixels`);
}
report();

interface Articles {
  readonly files: Set<number>;
  readonly texts: Map<string, string>;
}

/** Normalises a title. */
function nameOf(title: string): string {
  return title.replaceAll('_', ' ').replaceAll(/(?:^|: *)\p{Ll}/gu, begin => begin.replace(' ', '').toUpperCase());
}

/** Assigns the test files to wikis. Files with contradicting articles need separate wikis. */
function wikisOf(lists: readonly (readonly Article[])[]): Articles[] {
  const wikis: Articles[] = [];
  for (const [at, list] of lists.entries()) {
    const own = new Map(list.map(({ title, text }) => [nameOf(title), text]));
    const fits = ({ texts }: Articles): boolean => [...own].every(([title, text]) => (texts.get(title) ?? text) === text);
    const wiki = wikis.find(fits) ?? { files: new Set(), texts: new Map() };
    if (wiki.files.size === 0) wikis.push(wiki);
    wiki.files.add(at);
    for (const [title, text] of own) wiki.texts.set(title, text);
  }
  return wikis;
}

interface Outcome {
  readonly test: ParserTest;
  /** The returned HTML or wikitext, or an error message. */
  readonly answer: string;
  readonly isError: boolean;
}

async function answerOf(test: ParserTest, client: Client): Promise<Outcome> {
  try {
    const answer = await client.json(requestOf(test), { method: 'POST' });
    const { parse } = answer as { readonly parse?: { readonly text?: unknown; readonly wikitext?: unknown } };
    const text = parse?.text ?? parse?.wikitext;
    return typeof text === 'string' ? { test, answer: text, isError: false } : { test, answer: JSON.stringify(answer), isError: true };
  } catch (error) {
    return { test, answer: String(error), isError: true };
  }
}

function report(): void {
  const passes = ({ test, answer, isError }: Outcome): boolean => !isError && normalized(answer) === normalized(test.html);
  const failed = outcomes.filter(outcome => !passes(outcome));
  for (const { test, answer } of failed.slice(0, Number(values.show)))
    console.log(`# ${test.file}: ${test.name}\n${test.wikitext}\n--- MediaWiki\n${test.html}\n--- here\n${answer}\n`);
  const byFile = Map.groupBy(outcomes, ({ test }) => test.file);
  for (const [file, all] of byFile)
    console.log(`${percent(all.filter(passes).length, all.length).padStart(8)} of ${String(all.length).padStart(4)}  ${file}`);
  for (const [reason, left] of leftOut) console.log(`${String(left.length).padStart(5)} skipped: ${reason}`);
  const broken = outcomes.filter(({ isError }) => isError);
  for (const { test, answer } of broken) console.log(`no HTML: ${test.name}: ${answer.slice(0, 200)}`);
  console.log(
    `${outcomes.length - failed.length} of ${outcomes.length} pass: ${percent(outcomes.length - failed.length, outcomes.length)}`,
  );
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      JSON.stringify(
        failed.map(({ test: { html, options, ...test }, answer }) => ({
          ...test,
          config: undefined,
          expected: html,
          answer,
          options: [...options],
        })),
        null,
        1,
      ),
    );
  if (broken.length > 0) process.exitCode = 1;
}
