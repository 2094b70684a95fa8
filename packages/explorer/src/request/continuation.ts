import { isList, isObject, type JsonValue, textOf } from '../wiki/ask.ts';
import type { ApiParams } from './request.ts';

/** Returns the request that continues a response; undefined after the last response. */
export function following(request: ApiParams, response: JsonValue | undefined): ApiParams | undefined {
  if (!isObject(response) || !isObject(response.continue)) return undefined;
  const continued = Object.entries(response.continue).map(([name, value]) => [name, textOf(value)] as const);
  return { ...request, ...Object.fromEntries(continued) };
}

/** Merges two responses of a continued request: joins lists and merges pages. Other values are taken from the later response. */
export function merged(earlier: JsonValue, later: JsonValue): JsonValue {
  if (!isObject(earlier) || !isObject(later)) return later;
  const { continue: _, batchcomplete: __, ...before } = earlier;
  return joined(before, later, ['query', 'pages']);
}

/** `path`: the remaining path to the list of pages, or undefined outside of it. */
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
