import { findBases } from '../requests/bases.ts';
import { type Question, readOffer } from '../requests/modules.ts';
import type { Visitor } from '../visitor.ts';
import type { PlantedWiki } from './planted-wiki.ts';
import { questions } from './questions.ts';

/** Returns an evenly spaced sample of all requests without random responses. `share`: fraction from 0 to 1. */
export async function choose(wiki: PlantedWiki, visitor: Visitor, share: number): Promise<Question[]> {
  const ask = (question: Question) => visitor.json(question);
  const bases = await findBases(await readOffer(ask), { titles: wiki.titles.join('|') }, ask);
  const isRandom = ({ list, generator, rnlimit }: Question) => list === 'random' || generator === 'random' || rnlimit !== undefined;
  return shareOf(
    [...questions(bases, wiki)].filter(question => !isRandom(question)),
    share,
  );
}

/** Returns an evenly spaced sample of the items. `share`: fraction from 0 to 1. */
export const shareOf = <T>(all: readonly T[], share: number): T[] =>
  all.filter((_, i) => Math.floor(i * share) !== Math.floor((i + 1) * share));
