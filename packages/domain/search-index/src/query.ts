import type { Site } from '@wikiquery/core';
import { namespacePrefix } from '@wikiquery/search';
import { namespaceNamed } from '@wikiquery/titles';

export interface Condition {
  readonly kind: 'word' | 'title' | 'source' | 'category' | 'template';
  readonly texts: readonly string[];
  readonly isPhrase: boolean;
  /** Whether longer words with this beginning match, as in `light*`. */
  readonly isPrefix: boolean;
  readonly isNegated: boolean;
}

export interface IndexQuery {
  readonly conditions: readonly Condition[];
  readonly namespaces: readonly number[] | undefined;
  /** Required title prefix. */
  readonly prefix: { readonly namespace: number; readonly text: string } | undefined;
  /** Regular expressions, as in `insource:/light(house)?/i`. */
  readonly patterns: readonly PatternCondition[];
  /** Titles of `morelike:`, which is the only condition of its query. */
  readonly similarTo: readonly string[] | undefined;
  /** Links, as in `linksto:Lamp`. */
  readonly links: readonly LinkCondition[];
}

export interface PatternCondition {
  readonly kind: 'title' | 'source';
  readonly text: string;
  readonly ignoresCase: boolean;
  readonly isNegated: boolean;
}

export interface LinkCondition {
  /** Title of the target, as typed. */
  readonly target: string;
  readonly isNegated: boolean;
}

const KINDS: Readonly<Record<string, Condition['kind']>> = {
  intitle: 'title',
  insource: 'source',
  incategory: 'category',
  hastemplate: 'template',
};

/** Maximum query length in characters, and maximum number of conditions. */
const LONGEST = 300;
const MAX_CONDITIONS = 24;

const TERM =
  /(?<sign>[-!]?)(?:(?<name>intitle|insource|incategory|hastemplate|linksto):[ ]?)?(?:"(?<phrase>[^"]*)"?(?:~\d*)?|(?<=(?:intitle|insource):[ ]?)\/(?<pattern>(?:\\.|[^/\\])*)\/(?<flag>i?)|(?<word>[^\s"]+))/giuy;

/**
 * Parses CirrusSearch syntax (https://www.mediawiki.org/wiki/Help:CirrusSearch): words, "phrases", `-word`, `light*`, `intitle:`,
 * `incategory:`, `hastemplate:`, `insource:`, `linksto:`, regular expressions, `morelike:`, `OR`, `prefix:` up to the end of the query, and a leading namespace or `all:`. Never throws.
 */
export function readQuery(site: Site, text: string, namespaces: readonly number[], wordsForAll: readonly string[]): IndexQuery {
  const prefixed = namespacePrefix(site, text.trimStart().slice(0, LONGEST), wordsForAll);
  const searched = prefixed ? prefixed.namespaces : namespaces.length === 0 ? [0] : namespaces;
  const whole = prefixed?.text ?? text.slice(0, LONGEST);
  const like = /^\s*morelike:(.*)$/is.exec(whole)?.[1];
  if (like !== undefined)
    return {
      conditions: [],
      namespaces: searched,
      prefix: undefined,
      patterns: [],
      links: [],
      similarTo: like.replaceAll('"', '').split('|'),
    };
  const at = /(?:^|\s)prefix:/i.exec(whole);
  const rest = at ? whole.slice(0, at.index) : whole;
  const prefix = at ? readPrefix(site, whole.slice(at.index + at[0].length)) : undefined;
  const conditions: Condition[] = [];
  const patterns: PatternCondition[] = [];
  const links: LinkCondition[] = [];
  let isAlternative = false;
  for (let position = 0; position < rest.length && conditions.length + patterns.length + links.length < MAX_CONDITIONS; ) {
    position += /^\s*/.exec(rest.slice(position))?.[0].length ?? 0;
    TERM.lastIndex = position;
    const found = TERM.exec(rest);
    position = found ? TERM.lastIndex : position + 1;
    if (!found) continue;
    const { sign, name = '', phrase, pattern, flag, word = '' } = found.groups ?? {};
    if (pattern !== undefined) {
      const kind = name.toLowerCase() === 'intitle' ? 'title' : 'source';
      patterns.push({ kind, text: pattern, ignoresCase: flag !== '', isNegated: sign !== '' });
      continue;
    }
    if (name.toLowerCase() === 'linksto') {
      links.push({ target: phrase ?? word, isNegated: sign !== '' });
      continue;
    }
    const kind = KINDS[name.toLowerCase()] ?? 'word';
    if (kind === 'word' && phrase === undefined && (word === 'OR' || word === 'AND' || word === '|' || word === '&')) {
      isAlternative = word === 'OR' || word === '|';
      continue;
    }
    const condition = conditionOf(kind, phrase, word, sign !== '');
    if (!condition) continue;
    const last = conditions.at(-1);
    if (isAlternative && last?.kind === 'word' && kind === 'word' && !last.isNegated && !condition.isNegated)
      conditions[conditions.length - 1] = {
        ...last,
        texts: [...last.texts, ...condition.texts],
        isPrefix: last.isPrefix && condition.isPrefix,
      };
    else conditions.push(condition);
    isAlternative = false;
  }
  return { conditions, namespaces: prefix ? [prefix.namespace] : searched, prefix, patterns, links, similarTo: undefined };
}

function conditionOf(kind: Condition['kind'], phrase: string | undefined, word: string, isNegated: boolean): Condition | undefined {
  const isName = kind === 'category' || kind === 'template';
  const isPrefix = !isName && phrase === undefined && /[\p{L}\p{N}]\*$/u.test(word);
  const text = (phrase ?? word).replace(isPrefix ? /\*+$/ : /$^/, '');
  const texts = isName ? text.split('|').filter(each => each.trim() !== '') : [text];
  if (texts.length === 0 || !texts.some(each => /[\p{L}\p{N}]/u.test(each))) return undefined;
  return { kind, texts, isPhrase: phrase !== undefined, isPrefix, isNegated };
}

function readPrefix(site: Site, text: string): IndexQuery['prefix'] {
  const plain = text.trim().replace(/^"|"$/g, '');
  const colon = plain.indexOf(':');
  const namespace = colon < 0 ? undefined : namespaceNamed(site, plain.slice(0, colon));
  return namespace === undefined ? { namespace: 0, text: plain } : { namespace, text: plain.slice(colon + 1).trim() };
}
