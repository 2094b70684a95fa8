import type { Site } from '@wikiquery/core';

/** Words such as `__NOTOC__`. */
export interface BehaviorSwitches {
  /** Finds all of them. */
  readonly pattern: RegExp;
  /** `notoc` for `__NOTOC__`; undefined for what only looks like one. */
  nameOf(written: string): string | undefined;
}

const known = new WeakMap<Site, BehaviorSwitches>();

/** The switches of a wiki, by MediaWiki's ids. */
export function behaviorSwitches(site: Site): BehaviorSwitches {
  let switches = known.get(site);
  if (!switches) {
    switches = readSwitches(site);
    known.set(site, switches);
  }
  return switches;
}

interface MagicWord {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly 'case-sensitive': boolean;
}

function readSwitches({ info }: Site): BehaviorSwitches {
  const words = ((info.magicwords as readonly MagicWord[] | undefined) ?? []).filter(({ name }) => SWITCHES.has(name));
  const names = new Map(
    words.flatMap(({ name, aliases, 'case-sensitive': exact }) =>
      aliases.map(alias => [exact ? alias : alias.toLowerCase(), name] as const),
    ),
  );
  return {
    pattern: new RegExp(words.flatMap(({ aliases }) => aliases.map(alias => RegExp.escape(alias))).join('|') || '(?!)', 'gi'),
    nameOf: written => names.get(written) ?? names.get(written.toLowerCase()),
  };
}

/** Each of them is a property of its page. */
const SWITCHES: ReadonlySet<string> = new Set([
  ...['expectunusedcategory', 'expectunusedtemplate', 'forcetoc', 'hiddencat', 'index', 'newsectionlink', 'nocontentconvert'],
  ...['noeditsection', 'nogallery', 'noindex', 'nonewsectionlink', 'notitleconvert', 'notoc', 'staticredirect', 'toc'],
]);
