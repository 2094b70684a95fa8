import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lint } from 'markdownlint/promise';
import { passagesOf } from './passages.ts';
import { breachesOf } from './rules.ts';
import { misspelled } from './spelling.ts';

/** Checks the prose of all files below a folder. Returns one line for each breach: file, line number and advice. */
export async function proseViolations(root: string): Promise<string[]> {
  const files = filesOf(root);
  const texts = files.map(file => ({ file, content: readFileSync(join(root, file), 'utf8') }));
  const passages = texts.flatMap(({ file, content }) => passagesOf(file, content).map(passage => ({ file, ...passage })));
  return [
    ...passages.flatMap(passage => breachesOf(passage).map(breach => `${passage.file}:${passage.line}: ${breach}.`)),
    ...(await misspelled(passages, packageNames(root))).map(
      ({ file, line, word }) => `${file}:${line}: "${word}" is not in the dictionary (tooling/prose/words.txt).`,
    ),
    ...(await markdownBreaches(texts.filter(({ file }) => file.endsWith('.md')))),
  ];
}

/** Files that are not checked: release notes are history, fixtures and generated types are data, docs/style.md quotes bad wording. */
const LEFT_OUT = /(?:^|\/)(?:CHANGELOG\.md|fixtures|packages\/types\/src\/modules\.ts)|\.changeset\/|^docs\/style\.md$/;
const NOT_TRACKED = /(?:^|\/)(?:\.git|\.turbo|\.wikiquery|coverage|dist|node_modules)$/;

const filesOf = (root: string): string[] =>
  globSync('**/*.{md,ts,mjs,vue}', { cwd: root, exclude: path => NOT_TRACKED.test(path) })
    .filter(file => !LEFT_OUT.test(file))
    .sort();

/** Returns the words of which the names of packages consist, such as names of modules. */
const packageNames = (root: string): string[] =>
  globSync('{apps,packages,tooling}/**/package.json', { cwd: root, exclude: path => NOT_TRACKED.test(path) })
    .flatMap(file => basename(dirname(file)).split(/[^a-z]+/))
    .filter(Boolean);

async function markdownBreaches(texts: readonly { readonly file: string; readonly content: string }[]): Promise<string[]> {
  const results = await lint({
    strings: Object.fromEntries(texts.map(({ file, content }) => [file, content])),
    config: MARKDOWN,
  });
  return Object.entries(results).flatMap(([file, errors]) =>
    errors.map(
      ({ lineNumber, ruleNames, ruleDescription, errorDetail }) =>
        `${file}:${lineNumber}: ${ruleNames[0]} ${ruleDescription}${errorDetail ? ` (${errorDetail})` : ''}.`,
    ),
  );
}

/** Rules of markdownlint. Lines may have any length, and parameter tables may contain HTML. */
const MARKDOWN = {
  default: true,
  'line-length': false,
  'no-inline-html': false,
  'no-bare-urls': false,
  'no-duplicate-heading': { siblings_only: true },
  'table-column-style': false,
};
