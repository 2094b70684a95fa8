import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../../..');

/** A code block of a Markdown file. */
export interface Block {
  /** Path of the Markdown file, relative to the repository. */
  readonly file: string;
  /** Line of the first line of code, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The next code block of the file. */
  readonly next: Block | undefined;
}

/** Returns the code blocks of all Markdown files of the repository in these languages. */
export const blocksIn = (...languages: readonly string[]): Block[] =>
  markdownFiles()
    .flatMap(blocksOf)
    .filter(({ language }) => languages.includes(language));

/** Returns the paths of the Markdown files of the repository, in alphabetical order. */
export const markdownFiles = (): string[] =>
  globSync('{*.md,{docs,apps,packages,tooling}/**/*.md}', {
    cwd: ROOT,
    exclude: path => /(?:^|\/)(?:node_modules|dist|sets|fixtures)$/.test(path),
  }).sort();

function blocksOf(file: string): Block[] {
  const markdown = readFileSync(join(ROOT, file), 'utf8');
  let next: Block | undefined;
  return Array.from(markdown.matchAll(/^```(\w+)\n(.*?)^```/gms))
    .reverse()
    .map(({ 1: language = '', 2: text = '', index }) => {
      next = { file, line: markdown.slice(0, index).split('\n').length + 1, language, text, next };
      return next;
    })
    .reverse();
}
