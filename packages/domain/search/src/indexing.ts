import { NS, type Title } from '@wikiquery/core';
import type { SearchLanguage } from './normalize.ts';

/** Title and text of a page as words in the form in which MediaWiki indexes them. */
export interface IndexRow {
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the index row that MediaWiki would write for a page: in lower case, without markup and URLs. Headings are repeated three times.
 * `keepsHyphens` is true for SQLite.
 */
export function indexRow({ namespace, dbkey }: Title, wikitext: string, language: SearchLanguage, keepsHyphens: boolean): IndexRow {
  const legal = `"*A-Za-z_'.0-9\\u0080-\\u{10ffff}&#;${keepsHyphens ? '-' : ''}`;
  return {
    title: language.segment(titleWords(dbkey, namespace === NS.FILE, language, legal)),
    text: language.segment(textWords(wikitext, language, legal)),
  };
}

function titleWords(dbkey: string, isFile: boolean, { normalize }: SearchLanguage, legal: string): string {
  const words = normalize(dbkey.replaceAll('_', ' '))
    .replace(new RegExp(`[^${legal}]+`, 'gu'), ' ')
    .toLowerCase()
    .replace(new RegExp(`${wordOf(legal)}'s( |$)`, 'gu'), "$1 $1's ")
    .replace(new RegExp(`${wordOf(legal)}s'( |$)`, 'gu'), '$1s ')
    .replace(/\s+/g, ' ');
  return (isFile ? words.replace(/ (?:png|gif|jpg|jpeg|ogg)$/, '') : words).trim();
}

/** Returns a pattern for a word, anchored at its start to avoid quadratic backtracking on texts without spaces. */
const wordOf = (legal: string): string => `(?<![${legal}])([${legal}]+)`;

const ADDRESS = '[A-Za-z0-9_/:.,~%+&;#?!=()@\\u0080-\\u{10ffff}-]';
const PROTOCOL = '(?:http|https|ftp|mailto|news|gopher)';
const NOT_ADDRESS = ADDRESS.replace('[', '[^');

function textWords(wikitext: string, { normalize }: SearchLanguage, legal: string): string {
  const untagged = before(` ${normalize(wikitext)} `.toLowerCase(), '>', text => text.replace(/<\/?\s*[a-z][^>]*>/g, ' '));
  const unlinked = withHeadings(untagged)
    .replace(new RegExp(`(^|[^[])${PROTOCOL}:${ADDRESS}+(${NOT_ADDRESS}|$)`, 'gu'), '$1 $2')
    .replace(new RegExp(`([^[])\\[${PROTOCOL}:${ADDRESS}+\\]`, 'gu'), '$1 ');
  const labelled = new RegExp(`([^[])\\[${PROTOCOL}:${ADDRESS}+\\s+([^\\]]+)\\]`, 'gu');
  return (
    before(unlinked, ']', text => text.replace(labelled, '$1 $2 '))
      .replace(new RegExp(`\\[\\[image:(${ADDRESS}+)\\.(?:gif|png|jpg|jpeg)(${NOT_ADDRESS})`, 'gu'), ' $1 $2')
      // Indexes [[harbour]]s as both harbour and harbours.
      .replace(new RegExp(`([^${legal}])([${legal}]+)\\]\\]([a-z]+)`, 'gu'), '$1$2 $2$3')
      .replace(new RegExp(`[^${legal}]+`, 'gu'), ' ')
      .replace(new RegExp(`${wordOf(legal)}'s `, 'gu'), "$1 $1's ")
      .replace(new RegExp(`${wordOf(legal)}s' `, 'gu'), '$1s ')
      .replace(/''+/g, ' ')
  );
}

/** Transforms the text up to the last `end`. The text after it cannot match, but would cause quadratic backtracking. */
function before(text: string, end: string, change: (text: string) => string): string {
  const length = text.lastIndexOf(end) + 1;
  return change(text.slice(0, length)) + text.slice(length);
}

const withHeadings = (text: string): string =>
  text.replace(/(?<![^\n])==[^\n]*/g, line => {
    let end = line.lastIndexOf('==');
    while (end > 2 && end + 2 < line.length && !/\s/.test(line[end + 2] as string)) end = line.lastIndexOf('==', end - 1);
    const heading = line.slice(2, Math.max(end, 2)).trimStart();
    return heading === '' ? line : `${heading} ${heading} ${heading}${line.slice(end + 2)}`;
  });
