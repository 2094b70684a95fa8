import { hexToAddress } from '@wikiquery/addresses';
import type { Database } from '@wikiquery/database';
import { loadBlobs } from '@wikiquery/text-storage';
import type { Kysely } from 'kysely';

/** What a filter knew of an edit, by the names of its variables. */
export type Variables = Map<string, unknown>;

interface Dumped {
  readonly afl_id: number;
  /** An address of a text, or JSON with one and with what is kept apart because it is deleted after a while. */
  readonly afl_var_dump: string;
  readonly afl_ip_hex: string;
}

/** The variables of log entries, by the id of the entry. What cannot be read is empty. */
export async function loadVariables(db: Kysely<Database>, rows: readonly Dumped[]): Promise<ReadonlyMap<number, Variables>> {
  const dumps = rows.map(row => ({ ...row, ...readDump(row.afl_var_dump) }));
  const texts = await loadBlobs(
    db,
    dumps.map(({ address }) => address),
  );
  return new Map(dumps.map(({ afl_id, afl_ip_hex, address, apart }) => [afl_id, variablesOf(texts.get(address), apart, afl_ip_hex)]));
}

function readDump(dump: string): { readonly address: string; readonly apart: Variables } {
  const parsed = parse(dump);
  if (!parsed) return { address: dump, apart: new Map() };
  const { _blob: address, ...apart } = parsed;
  return { address: String(address), apart: new Map(Object.entries(apart)) };
}

/** Stands for the address of a temporary account, which the log entry keeps itself, as long as it may. */
export const ADDRESS = 'user_unnamed_ip';

function variablesOf(text: string | undefined, apart: Variables, address: string): Variables {
  const parsed = text === undefined ? undefined : parse(text);
  if (!parsed) return new Map();
  const variables: Variables = new Map(Object.entries(parsed));
  if (isTrue(variables.get(ADDRESS))) variables.set(ADDRESS, address === '' ? '' : hexToAddress(address));
  for (const [name, value] of apart) variables.set(name, value);
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

/** PHP takes an empty text, and `0`, for false. */
const isTrue = (value: unknown): boolean => Boolean(value) && value !== '0';

/** Old names of variables, and what they are called now. */
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
