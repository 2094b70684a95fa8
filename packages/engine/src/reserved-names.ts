import type { ReservedNames } from '@wikiquery/core/host';
import { pageFields, queryFields, responseFields } from './declared.ts';
import { mainParams } from './main-params.ts';
import { query } from './query/action.ts';
import { pageSetParams, queryParams } from './query/params.ts';

/**
 * Returns the names that plugins must not use: the engine's parameters, response keys and actions. Also contains the names of the services
 * that plugins can use: the given ones and `installed`.
 */
export const surroundings = (services: Iterable<string>): ReservedNames => ({
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
  response: [...Object.keys(responseFields), 'query', '*'],
  query: [...Object.keys(queryFields), 'pages', 'export'],
  page: Object.keys(pageFields),
};
