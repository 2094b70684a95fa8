import { type Offer, readOffer } from '../modules.ts';
import type { Visitor } from '../visitor.ts';
import { findBases, type Question } from './bases.ts';
import { send } from './examination.ts';
import type { PlantedWiki } from './planted-wiki.ts';
import { questions } from './questions.ts';
import { shareOf } from './share.ts';

/** A share of all questions, evenly chosen: those that are answered in the same way each time. */
export async function choose(wiki: PlantedWiki, visitor: Visitor, share: number): Promise<Question[]> {
  const offer: Offer = await readOffer(params => visitor.json(params));
  const titles = wiki.titles.join('|');
  const bases = await findBases(offer, { titles }, async question => {
    const { headers } = await send(visitor, question, '');
    return String(headers['mediawiki-api-error'] ?? '');
  });
  const all = [...questions(bases, { ...wiki, guesses: wiki.hoard.guesses })].filter(
    question => !('rnlimit' in question) && question.list !== 'random' && question.generator !== 'random',
  );
  return shareOf(all, share);
}
