import { isPhpArray, type PhpArray, type PhpValue, toText, unserialize } from '@wikiquery/serialized';

/** The parameters of a log entry as they are stored: under keys like `4::target`, in old entries by number. */
export interface StoredParams {
  readonly values: PhpArray;
  /** The revision that was made along with the entry. */
  readonly revisionId: number | undefined;
}

const REVISION = 'associated_rev_id';

/** Reads `log_params` or `rc_params`: a serialized array, or (before MediaWiki 1.19) one line for each parameter. */
export function parseLogParams(stored: string): StoredParams {
  const value = unserialize(stored);
  const params = isPhpArray(value) ? value : lines(stored);
  const revision = params.get(REVISION) ?? null;
  if (revision === null) return { values: params, revisionId: undefined };
  return {
    values: new Map([...params].filter(([key]) => key !== REVISION)),
    revisionId: Number.parseInt(toText(revision), 10) || undefined,
  };
}

const lines = (stored: string): PhpArray =>
  new Map<string | number, PhpValue>(stored === '' ? [] : stored.split('\n').map((line, at) => [at, line]));
