import { isPhpArray, type PhpArray, type PhpValue, toText, unserialize } from '@wikiquery/text-storage';

/** Stored parameters of a log entry, with keys such as `4::target`. Old entries have numbers as keys. */
export interface StoredParams {
  readonly values: PhpArray;
  /** Id of the associated revision (`associated_rev_id`). */
  readonly revisionId: number | undefined;
}

/** Value that most logs store for entries without parameters. It takes a fast path. */
const EMPTY_ARRAY = 'a:0:{}';
const NOTHING: StoredParams = { values: new Map(), revisionId: undefined };

const REVISION = 'associated_rev_id';

/** Parses `log_params` or `rc_params`: a serialized array or, before MediaWiki 1.19, one line for each parameter. */
export function parseLogParams(stored: string | null): StoredParams {
  if (stored === null || stored === '' || stored === EMPTY_ARRAY) return NOTHING;
  const value = unserialize(stored);
  const params = isPhpArray(value) ? value : lines(stored);
  const revision = params.get(REVISION) ?? null;
  if (revision === null) return { values: params, revisionId: undefined };
  return {
    values: new Map([...params].filter(([key]) => key !== REVISION)),
    revisionId: Number.parseInt(toText(revision), 10) || undefined,
  };
}

const lines = (stored: string): PhpArray => new Map<string | number, PhpValue>(stored.split('\n').map((line, at) => [at, line]));
