import type { Site } from '@wikiquery/core';

/** An entry of `siprop=magicwords`. */
export interface MagicWord {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly 'case-sensitive'?: boolean;
}

/** Returns the magic words in a site configuration. */
export const magicWordsIn = ({ info }: Site): readonly MagicWord[] => (info.magicwords as readonly MagicWord[] | undefined) ?? [];
