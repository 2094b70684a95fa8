import { fileURLToPath } from 'node:url';
import { readOffer } from '../modules.ts';
import { startServerProcess } from '../server-process.ts';
import { Target } from './attack.ts';
import { openAttackedWiki } from './attacked-wiki.ts';
import { findPlaces } from './places.ts';
import { storedPlaces } from './stored.ts';
import { type Attack, attacksOn, SIZES } from './suite.ts';

const APP = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url));

/** Milliseconds that a request may take the server: less than usual, so that what never ends is soon known. Long tasks have as much. */
const DEADLINE = 10_000;

/** A server of one process that is measured, and everything that it can be attacked with. */
export interface Attacked {
  readonly target: Target;
  readonly attacks: readonly Attack[];
  close(): Promise<void>;
}

export async function openAttacked(sizes: readonly number[] = SIZES): Promise<Attacked> {
  const { wiki, flags, folder, close } = await openAttackedWiki(sizes);
  const target = await Target.of(() => startServerProcess(APP, [...flags, '--deadline', String(DEADLINE)], folder), DEADLINE);
  const offer = await readOffer(params => target.visitor.json(params));
  return {
    target,
    attacks: attacksOn([...storedPlaces(wiki), ...(await findPlaces(offer, target.visitor))], sizes),
    async close() {
      await target.stop();
      await close();
    },
  };
}
