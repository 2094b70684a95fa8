import { z } from 'zod';
import { plainText } from './plain-text.ts';
import { ask, askPage, cursor, defineTool, limit, namespaces, nextCursor, type ToolContext } from './tool.ts';

const hit = {
  title: z.string(),
  namespace: z.number().int(),
  pageid: z.number().int().optional().describe('Id of the page'),
};

interface SearchResponse {
  readonly query?: {
    readonly searchinfo?: { readonly totalhits?: number; readonly suggestion?: string };
    readonly search?: readonly {
      readonly title: string;
      readonly ns: number;
      readonly pageid: number;
      readonly snippet?: string;
      readonly size?: number;
      readonly wordcount?: number;
      readonly timestamp?: string;
    }[];
  };
}

/** Full-text search, with snippets. */
export const search = defineTool({
  name: 'search',
  title: 'Search in page texts',
  description:
    'Find pages by words in their text or title. Returns titles with snippets. Then read a page with get-page. Use find-titles if you know the beginning of a title.',
  input: z.object({
    query: z.string().min(1).max(300).describe('Words to find'),
    namespaces: namespaces(),
    limit: limit(10),
    cursor: cursor(),
  }),
  output: z.object({
    results: z.array(
      z.object({
        ...hit,
        snippet: z.string().optional(),
        bytes: z.number().int().optional(),
        words: z.number().int().optional(),
        edited: z.string().optional().describe('Time of the last edit'),
      }),
    ),
    total: z.number().int().optional().describe('Number of all matches'),
    suggestion: z.string().optional().describe('Corrected query'),
    nextCursor: nextCursor(),
  }),
  async run(args, context) {
    const { response, nextCursor } = await askPage<SearchResponse>(context, 'search', args, {
      ...{ list: 'search', srsearch: args.query, srlimit: args.limit, srnamespace: args.namespaces },
      ...{ srprop: ['snippet', 'size', 'wordcount', 'timestamp'], srinfo: ['totalhits', 'suggestion'] },
    });
    const { searchinfo = {}, search: hits = [] } = response.query ?? {};
    const results = hits.map(({ title, ns, pageid, snippet, size, wordcount, timestamp }) => ({
      ...{ title, namespace: ns, pageid, bytes: size, words: wordcount, edited: timestamp },
      snippet: snippet === undefined ? undefined : plainText(snippet).slice(0, MOST_OF_SNIPPET),
    }));
    return { data: { results, total: searchinfo.totalhits, suggestion: searchinfo.suggestion, nextCursor } };
  },
});

/** Maximum characters of a snippet. */
const MOST_OF_SNIPPET = 400;

interface PrefixResponse {
  readonly query?: {
    readonly prefixsearch?: readonly { readonly title: string; readonly ns: number; readonly pageid: number }[];
    readonly allpages?: readonly { readonly title: string; readonly ns: number; readonly pageid: number }[];
  };
}

/** Search in titles, by prefix and with spelling mistakes. */
export const findTitles = defineTool({
  name: 'find-titles',
  title: 'Find page titles',
  description:
    'Find titles that begin with a text. If none does, returns similar titles (fuzzy), so spelling mistakes are tolerated. Use search to find words in page texts.',
  input: z.object({
    text: z.string().min(1).max(255).describe('Beginning of a title, with its namespace except for the main namespace'),
    namespaces: namespaces(),
    limit: limit(10),
    cursor: cursor(),
  }),
  output: z.object({
    results: z.array(z.object({ ...hit, fuzzy: z.boolean().optional().describe('Whether the title is only similar') })),
    nextCursor: nextCursor(),
  }),
  async run(args, context) {
    const { response, nextCursor } = await askPage<PrefixResponse>(context, 'find-titles', args, {
      ...{ list: 'prefixsearch', pssearch: args.text, pslimit: args.limit, psnamespace: args.namespaces },
    });
    const found = response.query?.prefixsearch ?? [];
    const results = found.map(({ title, ns, pageid }) => ({
      ...{ title, namespace: ns, pageid, ...(!startsWith(title, args.text) && { fuzzy: true }) },
    }));
    if (results.length > 0 || args.cursor !== undefined) return { data: { results, nextCursor } };
    return { data: { results: await similarTitles(args.text, args.namespaces?.[0] ?? 0, args.limit, context) } };
  },
});

const startsWith = (title: string, text: string): boolean => title.toLowerCase().startsWith(text.replaceAll('_', ' ').trim().toLowerCase());

/** Characters of the prefixes with which similar titles are looked up, longest first, and the number of titles that are compared. */
const PREFIXES = [4, 2, 1];
const COMPARED = 500;

/** Returns titles of a namespace that differ from a text by few letters, the most similar first. */
async function similarTitles(text: string, namespace: number, most: number, context: ToolContext) {
  const wanted = text.replaceAll('_', ' ').toLowerCase();
  const tolerance = Math.max(1, Math.floor(wanted.length / 4));
  for (const length of PREFIXES.filter(each => each <= wanted.length)) {
    const { query } = await ask<PrefixResponse>(context, {
      ...{ list: 'allpages', apprefix: text.slice(0, length), apnamespace: namespace, aplimit: COMPARED },
    });
    const similar = (query?.allpages ?? [])
      .map(({ title, ns, pageid }) => ({
        found: { title, namespace: ns, pageid, fuzzy: true },
        distance: distanceOf(nameOf(title, ns), wanted),
      }))
      .filter(({ distance }) => distance <= tolerance)
      .sort((a, b) => a.distance - b.distance);
    if (similar.length > 0) return similar.slice(0, most).map(({ found }) => found);
  }
  return [];
}

const nameOf = (title: string, namespace: number): string => (namespace === 0 ? title : title.slice(title.indexOf(':') + 1)).toLowerCase();

/** Returns the number of letters to insert, delete or replace (Levenshtein). Both texts have at most 255 characters. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
