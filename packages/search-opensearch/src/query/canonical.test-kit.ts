type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = Readonly<Record<string, Json>>;

/** Parts of requests that do not change the results: statistics, and default values of options. */
const IRRELEVANT: ReadonlySet<string> = new Set(['stats', '_source', 'max_doc_freq', 'min_word_length', 'max_word_length']);

/** Converts a request to a form in which requests with the same meaning are equal. */
export const canonical = (request: unknown): Json => simplify(JSON.parse(JSON.stringify(request)) as Json);

function simplify(value: Json): Json {
  if (typeof value === 'number') return Number(value.toPrecision(10));
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return sortedBy(value.map(simplify), each => JSON.stringify(each));
  const entries = Object.entries(value).filter(([name]) => !IRRELEVANT.has(name));
  const object = Object.fromEntries(
    sortedBy(entries, ([name]) => name).map(([name, each]) => [
      name,
      name === 'source' ? withoutSpaces(each) : simplify(withQuery(name, each)),
    ]),
  );
  return isObject(object.bool) ? { ...object, bool: simplifyBool(object.bool) } : object;
}

/** Conditions that match everything have no effect, and a condition in a condition is one condition. */
function simplifyBool(bool: JsonObject): Json {
  const { must: required, ...rest } = bool;
  const must = (isList(required) ? required : []).filter(each => !(isObject(each) && 'match_all' in each));
  const [only] = must;
  const inner = must.length === 1 && isObject(only) && isObject(only.bool) ? only.bool : undefined;
  if (inner && !('must' in inner) && !('should' in rest)) {
    const filter = [...listOf(inner.filter), ...listOf(rest.filter)];
    return simplify({ ...inner, ...rest, ...(filter.length > 0 && { filter }) });
  }
  return must.length > 0 ? { ...rest, must } : rest;
}

/** `match: { field: 'word' }` is short for `match: { field: { query: 'word' } }`. */
function withQuery(name: string, value: Json): Json {
  if (!/^match(?:_phrase)?$/.test(name) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, query]) => [field, typeof query === 'string' ? { query } : query]));
}

const withoutSpaces = (value: Json): Json => (typeof value === 'string' ? value.replaceAll(/\s/g, '') : simplify(value));
const listOf = (value: Json | undefined): readonly Json[] => (value !== undefined && isList(value) ? value : []);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !isList(value);

function sortedBy<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return values.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
