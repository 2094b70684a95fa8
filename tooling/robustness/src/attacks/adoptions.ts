import { tmpdir } from 'node:os';
import type { Ended } from '@wikiquery/launch/command';
import { Stand } from '@wikiquery/launch/stand';
import { attackCommand, costOf } from './command-cost.ts';
import { type Shape, shapesOf } from './shapes/index.ts';
import type { Outcome } from './suite.ts';

/** As a place. */
export const ADOPTION = 'a page that adopt reads';

export const adoptableShapes = (): Shape[] => shapesOf(['page', 'printed']);

/** Has `adopt` look for the entry point of a wiki in a page of each size, where there is none. */
export const adoptShape = ({ name, make }: Shape, sizes: readonly number[]): Promise<Outcome> =>
  attackCommand({ shape: name, place: ADOPTION, code: 2, run: size => adoptionOf(make(size)), idle: () => adoptionOf('Nothing') }, sizes);

async function adoptionOf(page: string): Promise<Ended> {
  await using stand = new Stand();
  return await costOf(['adopt', `${await stand.peer((_, response) => response.end(page))}/`], tmpdir());
}
