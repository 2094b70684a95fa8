import { normalFormC } from '@wikiquery/core/host';

/** Patterns for the converted text before a match, the match, and the text after it, followed by the replacement. */
export type Rule = readonly string[];

interface ReadRule {
  readonly before: RegExp | undefined;
  readonly text: RegExp;
  readonly to: string;
}

/** Maximum number of characters before a match that a pattern can check. */
const LOOKED_BACK = 8;

export interface Scheme {
  readonly passes: readonly (readonly Rule[])[];
  readonly isComposed: boolean;
}

/** Returns a function that runs one pass for each list of rules. At each position, the first matching rule applies. */
export function createTransliteration({ passes, isComposed }: Scheme): (text: string) => string {
  const read = passes.map(readPass);
  return text => {
    const converted = read.reduce((part, rulesFor) => pass(part, rulesFor), normalFormC(text));
    return isComposed ? normalFormC(converted) : converted;
  };
}

type RulesFor = (character: string) => readonly ReadRule[];

function readPass(rules: readonly Rule[]): RulesFor {
  const all = rules.map(([before = '', text = '', after = '', to = '']) => ({
    first: /^[^\\[]/u.exec(text)?.[0],
    // A negated set also matches at the start of the text.
    before: before === '' ? undefined : new RegExp(before.startsWith('[^') ? `(?:${before}|^)$` : `${before}$`, 'v'),
    text: new RegExp(after === '' ? text : `${text}(?=${after})`, 'yv'),
    to,
  }));
  const firsts = new Set(all.flatMap(({ first }) => first ?? []));
  const byFirst = new Map(Array.from(firsts, first => [first, all.filter(rule => rule.first === undefined || rule.first === first)]));
  const anywhere = all.filter(rule => rule.first === undefined);
  return character => byFirst.get(character) ?? anywhere;
}

function pass(text: string, rulesFor: RulesFor): string {
  let converted = '';
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    const rule = rulesFor(character).find(({ before, text: pattern }) => {
      pattern.lastIndex = at;
      return pattern.test(text) && (!before || before.test(converted.slice(-LOOKED_BACK)));
    });
    converted += rule ? rule.to : character;
    at = rule ? rule.text.lastIndex : at + character.length;
  }
  return converted;
}
