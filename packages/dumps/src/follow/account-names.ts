import type { Wiki } from '@wikiquery/client';
import type { LogItem } from '../items.ts';
import { renameOf } from './change-writer.ts';

/** Names that a request takes. */
const MOST_NAMES = 50;

/** Which accounts have the names of which renames tell, by id: several renames may have given a name to one after the other. */
export async function accountsRenamed(wiki: Wiki, entries: readonly LogItem[]): Promise<Map<number, string>> {
  const names = [...new Set(entries.flatMap(renameOf).flatMap(({ from, to }) => [from, to]))];
  const accounts = new Map<number, string>();
  for (let at = 0; at < names.length; at += MOST_NAMES) {
    for await (const user of wiki.list('users', { users: names.slice(at, at + MOST_NAMES) }))
      if (user.userid !== undefined && user.name !== undefined) accounts.set(user.userid, user.name);
  }
  return accounts;
}
