import type { Title } from '@wikiquery/core';
import type { SearchLanguage } from './normalize.ts';

/** A row of `searchindex`, before an engine's own encoding. */
export interface IndexRow {
  readonly title: string;
  readonly text: string;
}

/**
 * What MediaWiki writes into the index of a page: lower case, without markup, addresses and signs. Words of headings count thrice; a possessive is
 * found without its ending, too. The index of SQLite keeps hyphens.
 */
export function indexRow({ namespace, dbkey }: Title, wikitext: string, language: SearchLanguage, keepsHyphens: boolean): IndexRow {
  const legal = `"*A-Za-z_'.0-9\\u0080-\\u{10ffff}&#;${keepsHyphens ? '-' : ''}`;
  return {
    title: language.segment(titleWords(dbkey, namespace === FILE, language, legal)),
    text: language.segment(textWords(wikitext, language, legal)),
  };
}

const FILE = 6;

function titleWords(dbkey: string, isFile: boolean, { normalize }: SearchLanguage, legal: string): string {
  const words = normalize(dbkey.replaceAll('_', ' '))
    .replace(new RegExp(`[^${legal}]+`, 'gu'), ' ')
    .toLowerCase()
    .replace(new RegExp(`${wordOf(legal)}'s( |$)`, 'gu'), "$1 $1's ")
    .replace(new RegExp(`${wordOf(legal)}s'( |$)`, 'gu'), '$1s ')
    .replace(/\s+/g, ' ');
  return (isFile ? words.replace(/ (?:png|gif|jpg|jpeg|ogg)$/, '') : words).trim();
}

/** From the beginning of a word: a text without spaces would be read from each of its letters. */
const wordOf = (legal: string): string => `(?<![${legal}])([${legal}]+)`;

const ADDRESS = '[A-Za-z0-9_/:.,~%+&;#?!=()@\\u0080-\\u{10ffff}-]';
const PROTOCOL = '(?:http|https|ftp|mailto|news|gopher)';
const NOT_ADDRESS = ADDRESS.replace('[', '[^');

function textWords(wikitext: string, { normalize }: SearchLanguage, legal: string): string {
  const untagged = replaceBefore('>', ` ${normalize(wikitext)} `.toLowerCase(), /<\/?\s*[a-z][^>]*>/g, ' ')
    .replace(/(^|\n)==\s*(?=\S)([^\n]+)(?:\n\s*)?==(\s)/g, '$1$2 $2 $2$3')
    .replace(new RegExp(`(^|[^[])${PROTOCOL}:${ADDRESS}+(${NOT_ADDRESS}|$)`, 'gu'), '$1 $2')
    .replace(new RegExp(`([^[])\\[${PROTOCOL}:${ADDRESS}+\\]`, 'gu'), '$1 ');
  return (
    replaceBefore(']', untagged, new RegExp(`([^[])\\[${PROTOCOL}:${ADDRESS}+\\s+([^\\]]+)\\]`, 'gu'), '$1 $2 ')
      .replace(new RegExp(`\\[\\[image:(${ADDRESS}+)\\.(?:gif|png|jpg|jpeg)(${NOT_ADDRESS})`, 'gu'), ' $1 $2')
      // [[harbour]]s is found as harbour and as harbours.
      .replace(new RegExp(`([^${legal}])([${legal}]+)\\]\\]([a-z]+)`, 'gu'), '$1$2 $2$3')
      .replace(new RegExp(`[^${legal}]+`, 'gu'), ' ')
      .replace(new RegExp(`${wordOf(legal)}'s `, 'gu'), "$1 $1's ")
      .replace(new RegExp(`${wordOf(legal)}s' `, 'gu'), '$1s ')
      .replace(/''+/g, ' ')
  );
}

/** Replaces what ends with a sign. Behind the last one nothing does, however often it is looked for. */
function replaceBefore(sign: string, text: string, pattern: RegExp, by: string): string {
  const end = text.lastIndexOf(sign) + 1;
  return text.slice(0, end).replace(pattern, by) + text.slice(end);
}
