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
  /** Whether the query has `insource:/pattern/`, which is not supported. */
  readonly hasPattern: boolean;
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
  /(?<sign>[-!]?)(?:(?<name>intitle|insource|incategory|hastemplate):[ ]?)?(?:"(?<phrase>[^"]*)"?(?:~\d*)?|(?<pattern>(?<=:[ ]?)\/[^/]*\/i?)|(?<word>[^\s"]+))/giuy;

/**
 * Parses CirrusSearch syntax (https://www.mediawiki.org/wiki/Help:CirrusSearch): words, "phrases", `-word`, `light*`, `intitle:`,
 * `incategory:`, `hastemplate:`, `insource:`, `OR`, `prefix:` up to the end of the query, and a leading namespace or `all:`. Never throws.
 */
export function readQuery(site: Site, text: string, namespaces: readonly number[], wordsForAll: readonly string[]): IndexQuery {
  const prefixed = namespacePrefix(site, text.trimStart().slice(0, LONGEST), wordsForAll);
  const searched = prefixed ? prefixed.namespaces : namespaces.length === 0 ? [0] : namespaces;
  const whole = prefixed?.text ?? text.slice(0, LONGEST);
  const at = /(?:^|\s)prefix:/i.exec(whole);
  const rest = at ? whole.slice(0, at.index) : whole;
  const prefix = at ? readPrefix(site, whole.slice(at.index + at[0].length)) : undefined;
  const conditions: Condition[] = [];
  let hasPattern = false;
  let isAlternative = false;
  for (let position = 0; position < rest.length && conditions.length < MAX_CONDITIONS; ) {
    position += /^\s*/.exec(rest.slice(position))?.[0].length ?? 0;
    TERM.lastIndex = position;
    const found = TERM.exec(rest);
    position = found ? TERM.lastIndex : position + 1;
    if (!found) continue;
    const { sign, name = '', phrase, pattern, word = '' } = found.groups ?? {};
    if (pattern !== undefined) {
      hasPattern = true;
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
  return { conditions, namespaces: prefix ? [prefix.namespace] : searched, prefix, hasPattern };
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
