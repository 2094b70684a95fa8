import type { Titles } from '@wikiquery/core';
import { type EngineClause, match } from '../clauses.ts';

/** Finds a page name in a field of page names, such as `outgoing_link`. Invalid names are searched as typed. */
export function matchPage(titles: Titles, field: string, name: string, space: ' ' | '_' = ' '): EngineClause {
  const title = titles.parse(name);
  const text = 'invalid' in title ? name : titles.text(title);
  return match(field, space === '_' ? text.replaceAll(' ', '_') : text);
}
