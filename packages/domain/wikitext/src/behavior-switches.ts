import { perSite } from '@wikiquery/core/host';
import { magicWordsIn } from './magic-words.ts';

/** Behavior switches, such as `__NOTOC__`. */
export interface BehaviorSwitches {
  readonly pattern: RegExp;
  /** Returns the name of a switch, such as `notoc` for `__NOTOC__`, or undefined if `pattern` matched a word in the wrong case. */
  nameOf(written: string): string | undefined;
}

/** Returns the behavior switches in a site configuration, by their local words. */
export const behaviorSwitches = perSite((site): BehaviorSwitches => {
  const words = magicWordsIn(site).filter(({ name }) => SWITCHES.has(name));
  const names = new Map(
    words.flatMap(({ name, aliases, 'case-sensitive': isExact }) =>
      aliases.map(alias => [isExact ? alias : alias.toLowerCase(), name] as const),
    ),
  );
  return {
    pattern: new RegExp(words.flatMap(({ aliases }) => aliases.map(alias => RegExp.escape(alias))).join('|') || '(?!)', 'gi'),
    nameOf: written => names.get(written) ?? names.get(written.toLowerCase()),
  };
});

const SWITCHES: ReadonlySet<string> = new Set([
  ...['expectunusedcategory', 'expectunusedtemplate', 'forcetoc', 'hiddencat', 'index', 'newsectionlink', 'nocontentconvert'],
  ...['noeditsection', 'nogallery', 'noindex', 'nonewsectionlink', 'notitleconvert', 'notoc', 'staticredirect', 'toc'],
]);
