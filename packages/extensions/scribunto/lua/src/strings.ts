/** String functions of the Lua libraries, which run in the Lua thread. */
import { createHash, getHashes } from 'node:crypto';
import { escapeText } from '@wikiquery/html';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { LuaFailure } from './lua-failure.ts';
import { fromLuaJson, toLuaJson } from './lua-json.ts';
import type { FromLua } from './lua-state.ts';
import { Pattern, type PatternMatch } from './patterns.ts';

type StringFunction = (...values: never[]) => unknown;

/** Caches the characters of the last text, because modules often apply many patterns to the same text. */
let last: { readonly text: string; readonly characters: readonly string[] } | undefined;
function charactersOf(text: string): readonly string[] {
  if (last?.text !== text) last = { text, characters: Array.from(text) };
  return last.characters;
}

const startOf = (position: number, length: number): number => (position < 0 ? Math.max(length + position, 0) : Math.max(position - 1, 0));
const endOf = (position: number, length: number): number => (position < 0 ? length + position + 1 : Math.min(position, length));

function slice(text: string, first: number, end: number): readonly string[] {
  const characters = charactersOf(text);
  return characters.slice(startOf(first, characters.length), Math.max(endOf(end, characters.length), 0));
}

const captured = (characters: readonly string[], { start, end, captures }: PatternMatch): readonly (string | number)[] =>
  captures.length > 0 ? captures : [characters.slice(start, end).join('')];

/** Yields at most `most` matches, or all matches if `most` is negative. */
function* allMatches(characters: readonly string[], pattern: string, most: number, anchors: boolean): Generator<PatternMatch> {
  const found = new Pattern(characters, pattern);
  const isAnchored = anchors && found.isAnchored;
  let at = 0;
  for (let count = 0; most < 0 || count < most; count++) {
    let match: PatternMatch | undefined;
    for (; at <= characters.length && !match; at++) {
      match = found.at(at, isAnchored ? 1 : 0);
      if (match || isAnchored) break;
    }
    if (!match) return;
    yield match;
    at = match.end > match.start ? match.end : match.start + 1;
    if (isAnchored) return;
  }
}

function substitutions(text: string, pattern: string, most: number): unknown {
  const characters = charactersOf(text);
  const matches: unknown[] = [];
  let done = 0;
  for (const match of allMatches(characters, pattern, most, true)) {
    const whole = characters.slice(match.start, match.end).join('');
    matches.push([characters.slice(done, match.start).join(''), whole, ...match.captures]);
    done = match.end;
  }
  return [matches, characters.slice(done).join('')];
}

function find(text: string, pattern: string, init: number, isPlain: boolean): unknown {
  const characters = charactersOf(text);
  const from = Math.min(startOf(init, characters.length), characters.length);
  if (!isPlain) {
    const match = new Pattern(characters, pattern).find(from);
    return match && [match.start + 1, match.end, ...match.captures];
  }
  const before = characters.slice(0, from).join('').length;
  const found = text.indexOf(pattern, before);
  if (found < 0) return undefined;
  const start = Array.from(text.slice(0, found)).length;
  return [start + 1, start + Array.from(pattern).length];
}

function split(text: string, pattern: string, isPlain: boolean): readonly string[] {
  const characters = charactersOf(text);
  if (isPlain) return text.split(pattern);
  const pieces: string[] = [];
  const separator = new Pattern(characters, pattern);
  let start = 0;
  while (start < characters.length) {
    const match = separator.find(start);
    if (!match) break;
    if (match.end === match.start) {
      pieces.push(characters.slice(start, match.start + 1).join(''));
      start = match.start + 1;
      if (start >= characters.length) return pieces;
    } else {
      pieces.push(characters.slice(start, match.start).join(''));
      start = match.end;
    }
  }
  return [...pieces, characters.slice(start).join('')];
}

/** Converts letter by letter, because Lua ignores context such as a final sigma. */
const eachLetter = (text: string, change: (letter: string) => string): string => Array.from(text, change).join('');

const BASIC: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: '\u00a0' };

function decode(text: string, named: boolean): string {
  if (named) return decodeCharacterReferences(text);
  return text.replaceAll(
    /&(?:#(\d+)|#[xX]([\da-fA-F]+)|(lt|gt|amp|quot|nbsp));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return BASIC[name] as string;
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
      return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
    },
  );
}

export const stringFunctions: Readonly<Record<string, StringFunction>> = {
  sub: (text: string, first: number, end: number) => slice(text, first, end).join(''),
  upper: (text: string) => eachLetter(text, letter => letter.toUpperCase()),
  lower: (text: string) => eachLetter(text, letter => letter.toLowerCase()),
  normalize: (text: string, form: string) => text.normalize(form),
  codepoints: (text: string, first: number, end: number) => slice(text, first, end).map(character => character.codePointAt(0)),
  find,
  match(text: string, pattern: string, init: number) {
    const characters = charactersOf(text);
    const match = new Pattern(characters, pattern).find(Math.min(startOf(init, characters.length), characters.length));
    return match && captured(characters, match);
  },
  matches: (text: string, pattern: string, most: number) => (substitutions(text, pattern, most) as readonly unknown[])[0],
  substitutions,
  split,
  decode,
  // In MediaWiki, the text contains strip markers; on this server, it contains the tags.
  unstripNoWiki: (text: string | undefined) =>
    text?.replaceAll(/<nowiki>([\s\S]*?)<\/nowiki>/gi, (_, inner: string) => escapeText(inner.replaceAll('&amp;', '&'))),
  killMarkers: (text: string | undefined) =>
    text?.replaceAll(/<(nowiki|ref|gallery|pre|math|references)\b[^<>]*?(?:\/>|>[\s\S]*?<\/\1>)/gi, ''),
  jsonEncode: (value: FromLua, flags: number) => toLuaJson(value, flags),
  jsonDecode: (text: string, flags: number) => fromLuaJson(text, flags),
  hash(algorithm: string, value: string) {
    if (!HASHES.includes(algorithm)) throw new LuaFailure(`Unknown hashing algorithm: ${algorithm}`);
    if (algorithm === 'crc32b') return crc32(Buffer.from(value)).toString(16).padStart(8, '0');
    return createHash(algorithm.replace('/', '-')).update(value).digest('hex');
  },
  hashes: () => HASHES,
};

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const HASHES: readonly string[] = [
  ...['md4', 'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512/224', 'sha512/256', 'sha3-224', 'sha3-256', 'sha3-384'],
  ...['sha3-512', 'ripemd160', 'whirlpool'],
]
  .filter(name => getHashes().some(known => known.toLowerCase() === name || known.toLowerCase() === name.replace('/', '-')))
  .concat('crc32b');
