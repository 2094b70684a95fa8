import { hexToAddress } from '@wikiquery/addresses';
import type { Database } from '@wikiquery/database';
import { loadBlobs } from '@wikiquery/text-storage';
import type { Kysely } from 'kysely';

export type Variables = Map<string, unknown>;

interface Dumped {
  readonly afl_id: number;
  /** Address of the stored variables, or JSON with the address and the variables that are purged separately. */
  readonly afl_var_dump: string;
  readonly afl_ip_hex: string;
}

export async function loadVariables(db: Kysely<Database>, rows: readonly Dumped[]): Promise<ReadonlyMap<number, Variables>> {
  const dumps = rows.map(row => ({ ...row, ...readDump(row.afl_var_dump) }));
  const texts = await loadBlobs(
    db,
    dumps.map(({ address }) => address),
  );
  return new Map(dumps.map(({ afl_id, afl_ip_hex, address, separate }) => [afl_id, variablesOf(texts.get(address), separate, afl_ip_hex)]));
}

function readDump(dump: string): { readonly address: string; readonly separate: Variables } {
  const parsed = parse(dump);
  if (!parsed) return { address: dump, separate: new Map() };
  const { _blob: address, ...separate } = parsed;
  return { address: String(address), separate: new Map(Object.entries(separate)) };
}

/** Variable for a temporary account's IP address. The log entry itself stores the address until it is purged. */
export const ADDRESS = 'user_unnamed_ip';

function variablesOf(text: string | undefined, separate: Variables, address: string): Variables {
  const parsed = text === undefined ? undefined : parse(text);
  if (!parsed) return new Map();
  const variables: Variables = new Map(Object.entries(parsed));
  if (isTrue(variables.get(ADDRESS))) variables.set(ADDRESS, address === '' ? '' : hexToAddress(address));
  for (const [name, value] of separate) variables.set(name, value);
  for (const [name, value] of [...variables]) {
    const newer = RENAMED.get(name);
    if (newer === undefined) continue;
    variables.set(newer, value);
    variables.delete(name);
  }
  return variables;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return Array.isArray(value) ? {} : undefined;
  } catch {
    return undefined;
  }
}

/** Converts a scalar to a boolean as PHP does. */
const isTrue = (value: unknown): boolean => Boolean(value) && value !== '0';

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['article_text', 'page_title'],
  ['article_prefixedtext', 'page_prefixedtitle'],
  ['article_namespace', 'page_namespace'],
  ['article_articleid', 'page_id'],
  ['article_restrictions_edit', 'page_restrictions_edit'],
  ['article_restrictions_move', 'page_restrictions_move'],
  ['article_restrictions_create', 'page_restrictions_create'],
  ['article_restrictions_upload', 'page_restrictions_upload'],
  ['article_recent_contributors', 'page_recent_contributors'],
  ['article_first_contributor', 'page_first_contributor'],
  ['moved_from_text', 'moved_from_title'],
  ['moved_from_prefixedtext', 'moved_from_prefixedtitle'],
  ['moved_from_articleid', 'moved_from_id'],
  ['moved_to_text', 'moved_to_title'],
  ['moved_to_prefixedtext', 'moved_to_prefixedtitle'],
  ['moved_to_articleid', 'moved_to_id'],
  ['all_links', 'new_links'],
]);
