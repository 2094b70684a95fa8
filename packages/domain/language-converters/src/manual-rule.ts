/** Properties of the language that rules depend on. */
export interface RuleLanguage {
  readonly main: string;
  readonly variants: readonly string[];
  /** Variants whose texts replace a missing text of a variant, most preferred first. */
  fallbacks(variant: string): readonly string[];
  /** Returns the variant with a code, which may be a BCP 47 tag. */
  named(code: string): string | undefined;
  nameOf(variant: string): string | undefined;
  /** Texts of a one-way variant are not converted to each other; only its `=>` pairs are used. */
  level(variant: string): 'both ways' | 'one way' | 'disabled';
  /** Separators between code and text, and between texts, in descriptions of rules. */
  readonly separators: readonly [code: string, variant: string];
  /** Converts a text without rules. */
  convert(text: string, variant: string): string;
}

/** The effect of a rule such as `-{zh-cn:a; zh-tw:b}-`. */
export interface ManualRule {
  /** HTML that replaces the rule, or undefined for an invalid rule. */
  readonly shown: string | undefined;
  /** Title of the page in the variant. */
  readonly title?: string | undefined;
  readonly action: 'add' | 'remove' | undefined;
  /** Words by variant, which `action` adds to the tables or removes from them. */
  readonly words: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** `W` is a flag in Serbian that MediaWiki does not support. */
type Flag = 'A' | 'T' | 'R' | 'D' | '-' | 'H' | 'N' | 'S' | '+' | 'W';
const FLAGS: ReadonlySet<string> = new Set('ATRD-HN');
/** Names of flags in Serbian. */
const LOCAL_FLAGS: ReadonlyMap<string, Flag> = new Map([
  ...['S', 'писмо', 'pismo'].map(name => [name, 'S'] as const),
  ...['W', 'реч', 'reč', 'ријеч', 'riječ'].map(name => [name, 'W'] as const),
]);

/** Applies the text of a rule, without its braces: https://www.mediawiki.org/wiki/Writing_systems/Syntax. */
export function applyRule(written: string, variant: string, language: RuleLanguage): ManualRule {
  const { flags, variants, text } = readFlags(written, language);
  if (variants.length > 0) {
    const chosen = [variant, ...language.fallbacks(variant)].find(each => variants.includes(each));
    return { shown: chosen === undefined ? text : language.convert(text, chosen), action: undefined, words: new Map() };
  }
  const decoded = text.replaceAll('=&gt;', '=>');
  const texts = flags.has('R') || flags.has('N') ? new Texts() : readTexts(decoded, language);
  if (texts.isEmpty) {
    if (flags.has('+') || flags.has('-')) {
      if (text !== '') for (const each of language.variants) texts.both.set(each, decoded);
    } else if (!flags.has('N') && !flags.has('T')) return { shown: decoded, action: undefined, words: new Map() };
  }
  let shown: string | undefined;
  let title: string | undefined;
  let action: ManualRule['action'];
  for (const flag of flags) {
    if (flag === 'R') shown = text;
    else if (flag === 'N') shown = language.nameOf(text.trim()) ?? '';
    else if (flag === 'D') shown = description(texts, language);
    else if (flag === 'S') shown = textIn(texts, variant, decoded, language);
    else if (flag !== 'A' && flag !== 'W') shown = '';
    if (flag === '-') action = 'remove';
    if (flag === '+') action = 'add';
    if (flag === 'T') title = titleIn(texts, variant, decoded, language);
  }
  return { shown, title, action, words: wordsOf(texts, language) };
}

interface Flags {
  readonly flags: ReadonlySet<Flag>;
  /** Variants that the text is converted to, as in `-{zh-hans;zh-hant|text}-`. */
  readonly variants: readonly string[];
  readonly text: string;
}

function readFlags(written: string, language: RuleLanguage): Flags {
  const bar = written.indexOf('|');
  const text = bar < 0 ? written : written.slice(bar + 1);
  const names =
    bar < 0
      ? []
      : written
          .slice(0, bar)
          .split(';')
          .map(name => name.trim());
  const found = new Set(names.flatMap(name => flagNamed(name, language) ?? []));
  const variants = names.flatMap(name => language.variants.find(each => each === name) ?? []);
  const only = (...flags: readonly Flag[]): Flags => ({ flags: new Set(flags), variants: [], text });
  if (found.size === 0 && variants.length === 0) return only('S');
  for (const flag of ['R', 'N', '-'] as const) if (found.has(flag)) return only(flag);
  if (found.size === 1 && found.has('T') && variants.length === 0) return only('T', 'H');
  if (found.has('H')) return only('+', 'H', ...(['T', 'D'] as const).filter(flag => found.has(flag)));
  if (found.has('A')) found.add('+').add('S');
  if (found.has('D')) found.delete('S');
  return { flags: found, variants, text };
}

function flagNamed(name: string, { main }: RuleLanguage): Flag | undefined {
  if (FLAGS.has(name)) return name as Flag;
  return main === 'sr' ? LOCAL_FLAGS.get(name) : undefined;
}

/** Texts of a rule: texts by variant, and one-way pairs of words by variant. */
class Texts {
  readonly both = new Map<string, string>();
  readonly oneWay = new Map<string, Map<string, string>>();

  get isEmpty(): boolean {
    return this.both.size === 0 && this.oneWay.size === 0;
  }
}

function readTexts(written: string, language: RuleLanguage): Texts {
  const texts = new Texts();
  // Semicolons of character references do not separate texts.
  for (const part of written.replaceAll(/(&[#a-zA-Z0-9]+);/g, '$1\u0001').split(separatorOf(language))) {
    const [, before, to] = /^([^:]*):(.*)$/s.exec(part.replaceAll('\u0001', ';'))?.map(each => each.trim()) ?? [];
    if (before === undefined || to === undefined) continue;
    const arrow = before.indexOf('=>');
    const from = arrow < 0 ? undefined : before.slice(0, arrow).trim();
    const variant = language.named(arrow < 0 ? before : before.slice(arrow + 2).trim());
    // An unknown variant makes the whole rule plain text.
    if (variant === undefined) return new Texts();
    if (from === undefined) {
      if (to !== '') texts.both.set(variant, to);
    } else if (from !== '') texts.oneWay.set(variant, (texts.oneWay.get(variant) ?? new Map<string, string>()).set(from, to));
  }
  return texts;
}

const separators = new WeakMap<readonly string[], RegExp>();

/** Returns a pattern for semicolons that are followed by a text of another variant. */
function separatorOf({ variants }: RuleLanguage): RegExp {
  let separator = separators.get(variants);
  if (!separator) {
    const codes = variants.map(code => RegExp.escape(code)).join('|');
    separator = new RegExp(`;\\s*(?=(?:${codes})\\s*:|[^;]*?=>\\s*(?:${codes})\\s*:|\\s*$)`, 'i');
    separators.set(variants, separator);
  }
  return separator;
}

const bothIn = ({ both }: Texts, variants: readonly string[]): string | undefined =>
  variants.map(each => both.get(each)).find(text => text !== undefined);

function textIn(texts: Texts, variant: string, written: string, language: RuleLanguage): string | undefined {
  if (texts.isEmpty) return written;
  const first = texts.both.values().next().value ?? texts.oneWay.values().next().value?.values().next().value;
  return (
    bothIn(texts, [variant, ...language.fallbacks(variant)]) ??
    texts.oneWay.get(variant)?.values().next().value ??
    (language.level(variant) === 'disabled' ? first : undefined)
  );
}

function titleIn(texts: Texts, variant: string, written: string, language: RuleLanguage): string | undefined {
  if (variant !== language.main) return textIn(texts, variant, written, language);
  return texts.both.get(variant) || texts.oneWay.get(variant)?.values().next().value;
}

function description({ both, oneWay }: Texts, { nameOf, separators: [code, end] }: RuleLanguage): string {
  const name = (variant: string): string => nameOf(variant) ?? variant;
  let text = '';
  for (const [variant, to] of both) text += `${name(variant)}${code}${to}${end}`;
  for (const [variant, pairs] of oneWay) for (const [from, to] of pairs) text += `${from}⇒${name(variant)}${code}${to}${end}`;
  return text;
}

/** Returns the words that a rule adds to the tables. The texts of two variants are words that are converted to each other. */
function wordsOf(texts: Texts, language: RuleLanguage): Map<string, Map<string, string>> {
  const words = new Map<string, Map<string, string>>();
  if (texts.isEmpty) return words;
  const add = (variant: string, from: string, to: string): void => {
    const known = words.get(variant);
    if (known) known.set(from, to);
    else words.set(variant, new Map([[from, to]]));
  };
  const marked = new Map<string, string>();
  for (const variant of language.variants) {
    const own = texts.both.get(variant) ?? bothIn(texts, language.fallbacks(variant));
    if (own !== undefined && own !== '') {
      for (const [other, text] of marked) {
        if (language.level(variant) === 'both ways') add(variant, text, own);
        if (language.level(other) === 'both ways') add(other, own, text);
      }
      marked.set(variant, own);
    }
    if (language.level(variant) !== 'disabled') for (const [from, to] of texts.oneWay.get(variant) ?? []) add(variant, from, to);
  }
  return words;
}
