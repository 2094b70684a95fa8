import { escapeSpecialChars } from '@wikiquery/html';
import { foldTitle, pairUp, stemmingOf } from './fold.ts';
import { type LinkNames, plainText } from './plain-text.ts';

/** Words to highlight. `language` determines their stemming. */
export interface Marked {
  readonly words: readonly { readonly text: string; readonly isPrefix: boolean }[];
  readonly language: string;
}

/** Maximum length in characters of a snippet, and of the part of a page that is searched. */
const LENGTH = 150;
const MAX_SEARCHED = 300_000;
const MAX_MATCHES = 60;

interface Match {
  readonly start: number;
  readonly end: number;
  /** Index of the matched word. */
  readonly word: number;
}

type Marker = (text: string, most?: number) => Match[];

const markers = new WeakMap<Marked, Marker>();

/** Returns a function that finds the words in any inflected form. */
function markerOf(marked: Marked): Marker {
  const known = markers.get(marked) ?? createMarker(marked);
  markers.set(marked, known);
  return known;
}

function createMarker({ words, language }: Marked): Marker {
  const { stem } = stemmingOf(language);
  const patterns = words.flatMap(({ text, isPrefix }, word) => {
    const folded = foldTitle(text);
    if (folded === '') return [];
    const isUnspaced = pairUp(text, false) !== text;
    const isOpen = isPrefix || isUnspaced;
    const root = stem(folded);
    // The word and its stem both start with `beginning`.
    return [{ word, isOpen, isUnspaced, root, beginning: isOpen || root === folded ? folded : root.replace(/[ie]$/, '') }];
  });
  return (text, most = MAX_MATCHES) => {
    const plain = plainLetters(text);
    const matches: Match[] = [];
    for (const { word, isOpen, isUnspaced, root, beginning } of patterns) {
      let left = most;
      for (let start = plain.indexOf(beginning); start >= 0 && left > 0; ) {
        let end = start + beginning.length;
        if (isUnspaced || start === 0 || !isLetter(plain, start - 1)) {
          while (!isUnspaced && end < plain.length && isLetter(plain, end)) end++;
          if (isOpen || stem(plain.slice(start, end)) === root) {
            matches.push({ start, end, word });
            left--;
          }
        }
        start = plain.indexOf(beginning, end);
      }
    }
    return withoutOverlaps(matches.sort((a, b) => a.start - b.start || b.end - a.end));
  };
}

const withoutOverlaps = (matches: readonly Match[]): Match[] => {
  let end = 0;
  return matches.filter(match => {
    const isFree = match.start >= end;
    if (isFree) end = match.end;
    return isFree;
  });
};

const LETTER = /[\p{L}\p{N}\p{M}]/u;

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return (code & 0xf800) === 0xd800 || LETTER.test(String.fromCharCode(code));
}

/** Removes case and accents without changing the positions of characters. */
function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  const small = lower.length === text.length ? lower : text.replace(/[A-Z]/g, letter => letter.toLowerCase());
  return small.replace(/[\u00c0-\u052f]/g, letter => BARE.get(letter) ?? letter);
}

const BARE: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 0x530 - 0xc0 }, (_, at) => String.fromCharCode(at + 0xc0)).flatMap(letter => {
    const folded = foldTitle(letter);
    return folded.length === 1 && folded !== letter ? [[letter, folded] as const] : [];
  }),
);

export const markAll = (text: string, marked: Marked): string => html(text, markerOf(marked)(text));

/** Returns the HTML of the passage that contains the most words to highlight. Default: the beginning of the page. */
export function snippetOf({ wikitext, names, marked }: { wikitext: string; names: LinkNames; marked: Marked }): string {
  const { opening, text, auxiliary } = plainText(wikitext.slice(0, MAX_SEARCHED), names);
  const find = markerOf(marked);
  const seen = `${opening}\n${text}`.replace(/\s+/g, ' ').trim();
  const matches = find(seen);
  if (matches.length > 0 || auxiliary === '') return cut(seen, matches);
  const aside = auxiliary.replace(/\s+/g, ' ').trim();
  const others = find(aside);
  return others.length > 0 ? cut(aside, others) : cut(seen, []);
}

export function headingOf({ wikitext, names, marked }: { wikitext: string; names: LinkNames; marked: Marked }): Heading | undefined {
  const find = markerOf(marked);
  for (const title of plainText(wikitext.slice(0, MAX_SEARCHED), names).headings) {
    const matches = find(title);
    if (matches.length > 0) return { title, snippet: html(title, matches) };
  }
  return undefined;
}

interface Heading {
  readonly title: string;
  readonly snippet: string;
}

function cut(text: string, matches: readonly Match[]): string {
  let best = { from: 0, worth: 0 };
  for (const [at, { start }] of matches.entries()) {
    const within = matches.slice(at).filter(match => match.end <= start + LENGTH);
    const worth = new Set(within.map(({ word }) => word)).size;
    if (worth > best.worth) best = { from: start, worth };
  }
  // The snippet starts shortly before its first match.
  const begin = best.from < LENGTH / 2 ? 0 : text.indexOf(' ', best.from - LENGTH / 4) + 1 || best.from;
  const from = wholeSign(text, Math.min(begin, best.from));
  const space = text.lastIndexOf(' ', from + LENGTH);
  const until = from + LENGTH >= text.length ? text.length : space > from ? space : wholeSign(text, from + LENGTH);
  const inside = matches
    .filter(({ start, end }) => start >= from && end <= until)
    .map(({ start, end, word }) => ({ start: start - from, end: end - from, word }));
  return html(text.slice(from, until), inside);
}

const wholeSign = (text: string, at: number): number => ((text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at);

function html(text: string, matches: readonly Match[]): string {
  let written = '';
  let at = 0;
  for (const { start, end } of matches) {
    written += `${escapeSpecialChars(text.slice(at, start))}<span class="searchmatch">${escapeSpecialChars(text.slice(start, end))}</span>`;
    at = end;
  }
  return written + escapeSpecialChars(text.slice(at));
}
