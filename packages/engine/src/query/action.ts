import type { RunnableAction } from '../action.ts';
import { declaredQuery } from '../declared-response.ts';
import { runQuery } from './query.ts';

/** The action `query`. It reads its own parameters, together with those of the page set. */
export const query: RunnableAction = {
  name: 'query',
  prefix: '',
  summary: 'Fetch data from and about the wiki.',
  checksRead: true,
  params: {},
  adds: declaredQuery,
  run: runQuery,
};
