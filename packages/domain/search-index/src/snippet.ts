import { escapeSpecialChars } from '@wikiquery/html';
import { foldTitle, pairUp, stemmingOf } from './fold.ts';
import { type LinkNames, plainText } from './plain-text.ts';

/** Words that are marked in what is shown of a page. */
export interface Marked {
  readonly words: readonly { readonly text: string; readonly isPrefix: boolean }[];
  /** Of the wiki, for the stems of words. */
  readonly language: string;
}

/** Characters of a snippet, and of a page in which words are looked for. */
const LENGTH = 150;
const MOST_SEARCHED = 300_000;
/** Places among which the best is chosen. */
const MOST_PLACES = 60;

interface Place {
  readonly start: number;
  readonly end: number;
  /** Number of the word. */
  readonly word: number;
}

type Marker = (text: string, most?: number) => Place[];

const markers = new WeakMap<Marked, Marker>();

/** Finds the words in a text, in whatever form the language gives them. */
function markerOf(marked: Marked): Marker {
  const known = markers.get(marked) ?? createMarker(marked);
  markers.set(marked, known);
  return known;
}

function createMarker({ words, language }: Marked): Marker {
  const { stem } = stemmingOf(language);
  const wanted = words.flatMap(({ text, isPrefix }, word) => {
    const folded = foldTitle(text);
    if (folded === '') return [];
    const isUnspaced = pairUp(text, false) !== text;
    const isOpen = isPrefix || isUnspaced;
    const root = stem(folded);
    // A word and its stem have this beginning in common.
    return [{ word, isOpen, isUnspaced, root, beginning: isOpen || root === folded ? folded : root.replace(/[ie]$/, '') }];
  });
  return (text, most = MOST_PLACES) => {
    const plain = plainLetters(text);
    const places: Place[] = [];
    for (const { word, isOpen, isUnspaced, root, beginning } of wanted) {
      let left = most;
      for (let start = plain.indexOf(beginning); start >= 0 && left > 0; ) {
        let end = start + beginning.length;
        if (isUnspaced || start === 0 || !isLetter(plain, start - 1)) {
          while (!isUnspaced && end < plain.length && isLetter(plain, end)) end++;
          if (isOpen || stem(plain.slice(start, end)) === root) {
            places.push({ start, end, word });
            left--;
          }
        }
        start = plain.indexOf(beginning, end);
      }
    }
    return withoutOverlaps(places.sort((a, b) => a.start - b.start || b.end - a.end));
  };
}

const withoutOverlaps = (places: readonly Place[]): Place[] => {
  let end = 0;
  return places.filter(place => {
    const isFree = place.start >= end;
    if (isFree) end = place.end;
    return isFree;
  });
};

const LETTER = /[\p{L}\p{N}\p{M}]/u;

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return (code & 0xf800) === 0xd800 || LETTER.test(String.fromCharCode(code));
}

/** The text in small letters without accents, each in its place. */
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

/** A whole text with its words marked, as HTML. */
export const markAll = (text: string, marked: Marked): string => html(text, markerOf(marked)(text));

/** Of the text of a page the part that has most of the words, or its beginning, as HTML. */
export function snippetOf({ wikitext, names, marked }: { wikitext: string; names: LinkNames; marked: Marked }): string {
  const { opening, text, auxiliary } = plainText(wikitext.slice(0, MOST_SEARCHED), names);
  const find = markerOf(marked);
  const seen = `${opening}\n${text}`.replace(/\s+/g, ' ').trim();
  const places = find(seen);
  if (places.length > 0 || auxiliary === '') return cut(seen, places);
  const aside = auxiliary.replace(/\s+/g, ' ').trim();
  const others = find(aside);
  return others.length > 0 ? cut(aside, others) : cut(seen, []);
}

/** The first heading that has the words. */
export function headingOf({ wikitext, names, marked }: { wikitext: string; names: LinkNames; marked: Marked }): Heading | undefined {
  const find = markerOf(marked);
  for (const title of plainText(wikitext.slice(0, MOST_SEARCHED), names).headings) {
    const places = find(title);
    if (places.length > 0) return { title, snippet: html(title, places) };
  }
  return undefined;
}

interface Heading {
  readonly title: string;
  /** HTML. */
  readonly snippet: string;
}

function cut(text: string, places: readonly Place[]): string {
  let best = { from: 0, worth: 0 };
  for (const [at, { start }] of places.entries()) {
    const within = places.slice(at).filter(place => place.end <= start + LENGTH);
    const worth = new Set(within.map(({ word }) => word)).size;
    if (worth > best.worth) best = { from: start, worth };
  }
  // A little of what stands before the first word.
  const begin = best.from < LENGTH / 2 ? 0 : text.indexOf(' ', best.from - LENGTH / 4) + 1 || best.from;
  const from = wholeSign(text, Math.min(begin, best.from));
  const space = text.lastIndexOf(' ', from + LENGTH);
  const until = from + LENGTH >= text.length ? text.length : space > from ? space : wholeSign(text, from + LENGTH);
  const inside = places
    .filter(({ start, end }) => start >= from && end <= until)
    .map(({ start, end, word }) => ({ start: start - from, end: end - from, word }));
  return html(text.slice(from, until), inside);
}

/** Not between the halves of a sign. */
const wholeSign = (text: string, at: number): number => ((text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at);

function html(text: string, places: readonly Place[]): string {
  let written = '';
  let at = 0;
  for (const { start, end } of places) {
    written += `${escapeSpecialChars(text.slice(at, start))}<span class="searchmatch">${escapeSpecialChars(text.slice(start, end))}</span>`;
    at = end;
  }
  return written + escapeSpecialChars(text.slice(at));
}
