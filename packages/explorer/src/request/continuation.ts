import { isList, isObject, type JsonValue, textOf } from '../wiki/ask.ts';
import type { ApiParams } from './request.ts';

/** The request for what follows a response; undefined when it was the last. */
export function following(request: ApiParams, response: JsonValue | undefined): ApiParams | undefined {
  if (!isObject(response) || !isObject(response.continue)) return undefined;
  const continued = Object.entries(response.continue).map(([name, value]) => [name, textOf(value)] as const);
  return { ...request, ...Object.fromEntries(continued) };
}

/**
 * Two responses of a continued request as one: lists are joined, pages brought together, single values are those of the later one. Where
 * it ends, and what it warns of, the later one says.
 */
export function merged(earlier: JsonValue, later: JsonValue): JsonValue {
  if (!isObject(earlier) || !isObject(later)) return later;
  const { continue: _, batchcomplete: __, ...before } = earlier;
  return joined(before, later, ['query', 'pages']);
}

/** `path`: where the list of pages is. */
function joined(earlier: JsonValue, later: JsonValue, path: readonly string[] | undefined): JsonValue {
  if (isList(earlier) && isList(later)) return path?.length === 0 ? joinedPages(earlier, later) : [...earlier, ...later];
  if (!isObject(earlier) || !isObject(later)) return later;
  const result: Record<string, JsonValue | undefined> = { ...earlier };
  for (const [key, value] of Object.entries(later)) {
    const before = result[key];
    result[key] =
      before === undefined || value === undefined
        ? (value ?? before)
        : joined(before, value, path?.[0] === key ? path.slice(1) : undefined);
  }
  return result;
}

function joinedPages(earlier: readonly JsonValue[], later: readonly JsonValue[]): readonly JsonValue[] {
  const pages = new Map<JsonValue, JsonValue>(earlier.map(page => [keyOf(page), page]));
  for (const page of later) {
    const before = pages.get(keyOf(page));
    pages.set(keyOf(page), before === undefined ? page : joined(before, page, undefined));
  }
  return [...pages.values()];
}

const keyOf = (page: JsonValue): JsonValue =>
  isObject(page) ? (page.pageid === undefined ? `${textOf(page.ns)}:${textOf(page.title)}` : page.pageid) : page;
