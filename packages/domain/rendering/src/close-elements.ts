import { isolatedTask, type Requester } from '@wikiquery/tasks';
import type { closeElementsInProcess } from './limited-html.ts';

const isolatedCloseElements = isolatedTask<typeof closeElementsInProcess>(import.meta.url, './limited-html', 'closeElementsInProcess');

const CHARACTERS = 10_000;

/** Closes the open elements of truncated HTML. Long HTML is processed in an isolated task; rejects with the errors of such tasks. */
export const closeElements = async (cut: string, requester: Requester): Promise<string> =>
  // Loaded on demand, because the parser is large.
  cut.length > CHARACTERS ? isolatedCloseElements(cut, requester) : (await import('./limited-html.ts')).closeElementsInProcess(cut);
