import type { Surroundings } from '@wikiquery/core/host';
import { mainParams } from './main-params.ts';
import { query } from './query/action.ts';
import { pageSetParams, queryParams } from './query/params.ts';

/** What plugins must not take: the engine's own parameters, keys of the response, actions. */
export const surroundings = (services: Iterable<string>): Surroundings => ({
  reserved: {
    query: [...Object.keys(mainParams), ...Object.keys(queryParams), ...Object.keys(pageSetParams)],
    action: Object.keys(mainParams),
    format: Object.keys(mainParams),
  },
  keys: KEYS,
  actions: [query.name],
  services: new Set([...services, 'installed']),
});

const KEYS = {
  response: [
    ...['batchcomplete', 'continue', 'query-continue', 'query-noncontinue', 'warnings', 'error', 'errors', 'limits', 'query'],
    ...['requestid', 'servedby', 'curtimestamp', 'uselang', 'errorlang', 'docref', '*'],
  ],
  query: ['pages', 'pageids', 'normalized', 'converted', 'interwiki', 'redirects', 'badrevids', 'export'],
  page: ['pageid', 'ns', 'title', 'missing', 'known', 'special', 'invalid', 'invalidreason'],
};
