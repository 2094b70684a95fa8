import { normalFormC } from '@wikiquery/core/host';

/** What stands before it (converted already), the text itself, what stands behind it, all as patterns, and what to write. */
export type Rule = readonly string[];

interface ReadRule {
  readonly before: RegExp | undefined;
  readonly text: RegExp;
  readonly to: string;
}

/** Characters that the pattern of what stands before looks at. */
const LOOKED_BACK = 8;

export interface Scheme {
  readonly passes: readonly (readonly Rule[])[];
  /** What comes out is brought into normal form C. */
  readonly isComposed: boolean;
}

/** Goes through a text once for each list of rules; where it is, the first rule that fits is taken, and goes on behind what it took. */
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
    // A set of what may not stand there fits where nothing does.
    before: before === '' ? undefined : new RegExp(before.startsWith('[^') ? `(?:${before}|^)$` : `${before}$`, 'v'),
    text: new RegExp(after === '' ? text : `${text}(?=${after})`, 'yv'),
    to,
  }));
  const known = new Map<string, readonly ReadRule[]>();
  for (const { first } of all) if (first !== undefined) known.set(first, []);
  for (const first of known.keys())
    known.set(
      first,
      all.filter(rule => rule.first === undefined || rule.first === first),
    );
  const others = all.filter(rule => rule.first === undefined);
  return character => known.get(character) ?? others;
}

function pass(text: string, rulesFor: RulesFor): string {
  let converted = '';
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    const rule = rulesFor(character).find(({ before, text: wanted }) => {
      wanted.lastIndex = at;
      return wanted.test(text) && (!before || before.test(converted.slice(-LOOKED_BACK)));
    });
    converted += rule ? rule.to : character;
    at = rule ? rule.text.lastIndex : at + character.length;
  }
  return converted;
}
