import { readOffer } from '../requests/modules.ts';
import { APP, startServerProcess } from '../server-process.ts';
import { Target } from './attack.ts';
import { openAttackedWiki } from './attacked-wiki.ts';
import { findPlaces } from './places.ts';
import { storedPlaces } from './stored.ts';
import { type Attack, attacksOn, SIZES } from './suite.ts';

/** The server's deadline in milliseconds: shorter than usual, so that endless work is soon detected. */
const DEADLINE = 10_000;

/** A measured server with a single process, and all attacks on it. */
export interface Attacked {
  readonly target: Target;
  readonly attacks: readonly Attack[];
  close(): Promise<void>;
}

export async function openAttacked(sizes: readonly number[] = SIZES): Promise<Attacked> {
  const { wiki, flags, folder, close } = await openAttackedWiki(sizes);
  const target = await Target.of(() => startServerProcess(APP, [...flags, '--deadline', `${DEADLINE}ms`], folder), DEADLINE);
  const offer = await readOffer(question => target.visitor.json(question));
  return {
    target,
    attacks: attacksOn([...storedPlaces(wiki), ...(await findPlaces(offer, target.visitor))], sizes),
    async close() {
      await target.stop();
      await close();
    },
  };
}
