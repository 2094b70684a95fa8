import { sanitizeAddress } from '@wikiquery/addresses';
import {
  type InvalidTitle,
  invalidTitle,
  isInvalid,
  type MessageParam,
  NS,
  type ParsedTitle,
  type Site,
  type Title,
  type Titles,
} from '@wikiquery/core';
import { normalizerOf } from '@wikiquery/languages';
import { hasDottedI, upperFirst } from './capitalize.ts';
import { decodeCharacterReferences } from './character-references.ts';
import { createWikitextEscape } from './escape-wikitext.ts';
import { readNames } from './names.ts';

export { hasDottedI, upperFirst } from './capitalize.ts';
export { decodeCharacterReferences, isReferable, namedReference, normalizeCharacterReferences } from './character-references.ts';
export { createWikitextEscape } from './escape-wikitext.ts';
export { namespaceNamed } from './names.ts';
export { localSpecialName, type SpecialPage, specialPage } from './special-pages.ts';
export { resolveSubpage, trimAscii } from './subpages.ts';

/** Creates the title rules of a wiki: https://www.mediawiki.org/wiki/Manual:Page_title. */
export const createTitles = (site: Site): Titles => {
  const names = readNames(site);
  const illegal = illegalCharacters(site.general.legaltitlechars as string);
  const dottedI = hasDottedI(languageChain(site));
  const normalize = normalizerOf(site);
  const escapeWikitext = createWikitextEscape((site.info.protocols as readonly string[] | undefined) ?? []);

  const parse = (text: string, defaultNamespace: number = NS.MAIN): ParsedTitle | InvalidTitle => {
    // Decoded references may not be in Unicode normal form.
    const decoded = text.includes('&') ? normalize(decodeCharacterReferences(text)) : text;
    try {
      return split(decoded, defaultNamespace);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { key, message, params } = error;
      return {
        invalid: key,
        reason: message,
        // Computed on demand, because escaping long titles is slow and few responses contain the parameters.
        get params() {
          return [...params, escapeWikitext(decoded.replaceAll(' ', '_'))];
        },
      };
    }
  };

  /** Parses a title without character references. Throws a `Refusal`. */
  const split = (text: string, defaultNamespace: number): ParsedTitle => {
    let rest = clean(text);
    let namespace = defaultNamespace;
    let interwiki = '';
    if (rest.startsWith(':')) {
      namespace = NS.MAIN;
      rest = trim(rest.slice(1));
    }
    if (rest === '') throw new Refusal('title-invalid-empty', 'A title needs a name.');

    for (let prefixed = PREFIXED.exec(rest); prefixed !== null; prefixed = PREFIXED.exec(rest)) {
      const [, prefix = '', after = ''] = prefixed;
      const ns = names.namespace(prefix);
      if (ns !== undefined) {
        if (ns === NS.TALK) refuseSecondPrefix(after);
        namespace = ns;
        rest = after;
        break;
      }
      const wiki = names.interwiki(prefix);
      if (wiki === undefined) break;
      if (wiki.localinterwiki) {
        // The wiki's own prefix is ignored. If nothing follows it, the title is the main page.
        if (after === '') return names.mainPage(title => split(title, NS.MAIN));
        rest = after;
        continue;
      }
      interwiki = wiki.prefix;
      rest = after;
      if (rest.startsWith(':')) {
        namespace = NS.MAIN;
        rest = trim(rest.slice(1));
      }
      break;
    }

    let fragment = '';
    const hash = rest.indexOf('#');
    if (hash !== -1) {
      fragment = rest.slice(hash + 1).replaceAll('_', ' ');
      rest = rest.slice(0, hash).replace(/(?<!_)_+$/, '');
    }
    refuseIllegal(rest, namespace);
    if (interwiki === '') rest = capitalize(rest, namespace);
    if (rest === '' && interwiki === '' && namespace !== NS.MAIN) {
      throw new Refusal('title-invalid-empty', 'A title needs a name after its namespace.');
    }
    if (namespace === NS.USER || namespace === NS.USER_TALK) rest = sanitizeAddress(rest);
    if (rest.startsWith(':')) throw new Refusal('title-invalid-leading-colon', 'The name of a page cannot begin with a colon.');
    return { namespace, dbkey: rest, fragment, interwiki };
  };

  // The subject page of `Talk:File:X` cannot exist, because `File:X` is in another namespace.
  const refuseSecondPrefix = (text: string): void => {
    const prefix = PREFIXED.exec(text)?.[1];
    if (prefix === undefined || (names.namespace(prefix) === undefined && names.interwiki(prefix) === undefined)) return;
    throw new Refusal(
      'title-invalid-talk-namespace',
      'The name of a talk page cannot begin with another namespace or an interwiki prefix.',
    );
  };

  const refuseIllegal = (dbkey: string, namespace: number): void => {
    const wrong = illegal.exec(dbkey)?.[0];
    if (wrong !== undefined) throw new Refusal('title-invalid-characters', `A title cannot contain "${wrong}".`, [wrong]);
    if (dbkey.includes('.') && RELATIVE.test(dbkey)) {
      throw new Refusal('title-invalid-relative', 'A title cannot have "." or ".." as a part between slashes.');
    }
    if (dbkey.includes('~~~')) throw new Refusal('title-invalid-magic-tilde', 'A title cannot contain three tildes in a row.');
    const most = namespace === NS.SPECIAL ? 512 : 255;
    if (dbkey.length * 3 > most && Buffer.byteLength(dbkey) > most) {
      throw new Refusal('title-invalid-too-long', `A title can have at most ${most} bytes in UTF-8.`, [{ num: most }]);
    }
  };

  const capitalize = (text: string, namespace: number): string =>
    site.namespaces.get(namespace)?.caseSensitive ? text : upperFirst(text, dottedI);

  /** Returns the title in exactly this namespace, regardless of prefixes in the text. */
  const make = (namespace: number, text: string): ParsedTitle | undefined => {
    const prefix = names.canonicalPrefix(namespace);
    if (prefix === undefined) return undefined;
    try {
      return split(prefix + text, NS.MAIN);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };

  const dbText = (title: Title & { readonly interwiki?: string }): string => {
    const name = site.prefix(title.namespace, title.dbkey) + title.dbkey;
    return title.interwiki ? `${title.interwiki}:${name}` : name;
  };

  const textOf = (namespace: number, dbkey: string): string => names.spacedPrefix(namespace, dbkey) + spaced(dbkey);

  return {
    parse,
    make,
    local: (text, defaultNamespace) => {
      const title = parse(text, defaultNamespace);
      return isInvalid(title) || title.interwiki !== '' || title.dbkey === '' ? undefined : title;
    },
    text: title => spaced(dbText(title)),
    dbText,
    textOf,
    fields: (namespace, dbkey) => ({ ns: namespace, title: textOf(namespace, dbkey) }),
    partToKey: (text, namespace = NS.MAIN) => {
      // The appended letter preserves a trailing space. Fragments and other namespaces or wikis are rejected.
      const title = make(namespace, `${text}x`);
      if (title === undefined || title.fragment !== '' || title.interwiki !== '' || title.namespace !== namespace) {
        throw invalidTitle({ title: text });
      }
      return title.dbkey.slice(0, -1);
    },
    capitalize,
    subject: title => (title.namespace > 0 && title.namespace % 2 === 1 ? { namespace: title.namespace - 1, dbkey: title.dbkey } : title),
    talk: title => {
      if (title.namespace < 0) return undefined;
      return title.namespace % 2 === 1 ? title : { namespace: title.namespace + 1, dbkey: title.dbkey };
    },
  };
};

class Refusal extends Error {
  readonly key: string;
  readonly params: readonly MessageParam[];
  constructor(key: string, sentence: string, params: readonly MessageParam[] = []) {
    super(sentence);
    this.key = key;
    this.params = params;
  }
}

const clean = (text: string): string => {
  if (PLAIN.test(text)) return text.replaceAll(' ', '_');
  const key = trim(text.replaceAll(DIRECTION_MARKS, '').replaceAll(SPACES, '_'));
  if (key.includes('\ufffd')) throw new Refusal('title-invalid-utf8', 'The title contains an invalid Unicode character.');
  return key;
};

const trim = (text: string): string => text.replace(/^_+|_+$/g, '');

/** Returns a pattern of illegal characters. `legaltitlechars` is a character class of UTF-8 bytes; the pattern matches UTF-16 units. */
const illegalCharacters = (legal: string): RegExp =>
  new RegExp(`[^${legal.replaceAll('\\x80-\\xFF', '\\x80-\\uffff')}]|%[0-9A-Fa-f]{2}|&[A-Za-z0-9\\x80-\\uffff]+;`);

/** Removes characters that titles must not contain. */
export const withoutIllegalCharacters = (site: Site, text: string): string =>
  text.replace(new RegExp(illegalCharacters(site.general.legaltitlechars as string), 'g'), '');

/** Returns the wiki's language and its fallbacks. */
export const languageChain = (site: Site): string[] => {
  const fallback = (site.general.fallback as readonly { code: string }[] | undefined) ?? [];
  return [site.lang, ...fallback.map(language => language.code)];
};

const PREFIXED = /^([^\n]+?)_*:_*([^\n]*)$/;
const RELATIVE = /(?:^|\/)\.\.?(?:\/|$)/;
// Matches nearly every title. Matching titles need no cleaning.
const PLAIN = /^[A-Za-z0-9]+(?:[ _:/.-][A-Za-z0-9]+)*$/;
const SPACES = /[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e]+/g;

/** Replaces underscores with spaces. This is twice as fast as `replaceAll`, which creates a rope that JSON serialization must flatten. */
export function spaced(dbkey: string): string {
  const { length } = dbkey;
  if (!dbkey.includes('_') || length > MOST_UNITS) return dbkey.replaceAll('_', ' ');
  const units = new Array<number>(length);
  for (let i = 0; i < length; i++) {
    const unit = dbkey.charCodeAt(i);
    units[i] = unit === UNDERSCORE ? SPACE : unit;
  }
  return String.fromCharCode.apply(null, units);
}

/** Maximum length for the fast path in code units. Titles are shorter. */
const MOST_UNITS = 1000;
const UNDERSCORE = 95;
const SPACE = 32;
