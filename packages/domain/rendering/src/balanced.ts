import { isolatedTask, type Requester } from '@wikiquery/tasks';
import type { balancedHere } from './limited-html.ts';

const balancedApart = isolatedTask<typeof balancedHere>(import.meta.url, './limited-html', 'balancedHere');

/** Characters that are read on the main thread. */
const CHARACTERS = 10_000;

/** HTML that was cut off, with everything closed that it opens. What is long is read apart, and rejects as isolated tasks do. */
export const balanced = async (cut: string, requester: Requester): Promise<string> =>
  // The parser is loaded by those who need it.
  cut.length > CHARACTERS ? balancedApart(cut, requester) : (await import('./limited-html.ts')).balancedHere(cut);
