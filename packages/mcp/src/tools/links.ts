import { z } from 'zod';
import { type PagesResponse, pageOf, requirePage } from './pages-response.ts';
import { askPage, cursor, defineTool, limit, namespaces, nextCursor, title } from './tool.ts';

interface Target {
  readonly title?: string;
  readonly ns?: number;
  readonly url?: string;
  readonly lang?: string;
  readonly prefix?: string;
  readonly pageid?: number;
  readonly redirect?: boolean;
  readonly fragment?: string;
}

/** Modules that list what a page contains: name, prefix of its parameters, and whether it can be limited to namespaces. */
const OUTGOING = {
  links: ['links', 'pl', true],
  templates: ['templates', 'tl', true],
  categories: ['categories', 'cl', false],
  files: ['images', 'im', false],
  external: ['extlinks', 'el', false],
  languages: ['langlinks', 'll', false],
  interwiki: ['iwlinks', 'iw', false],
} as const;

/** Modules that list the pages which refer to a page: name, and prefix of its parameters. */
const INCOMING = {
  links: ['linkshere', 'lh'],
  transclusions: ['transcludedin', 'ti'],
  redirects: ['redirects', 'rd'],
  files: ['fileusage', 'fu'],
} as const;

const target = z.object({
  title: z.string().optional(),
  namespace: z.number().int().optional(),
  url: z.string().optional(),
  language: z.string().optional(),
  prefix: z.string().optional().describe('Interwiki prefix'),
});

/** Links of a page, of several kinds. */
export const getLinks = defineTool({
  name: 'get-links',
  title: 'List the links of a page',
  description:
    'List what a page refers to: pages (links), templates, categories, files, external URLs, other languages or other wikis. Use get-backlinks for the opposite direction.',
  input: z.object({
    title: title(),
    kind: z
      .enum(Object.keys(OUTGOING) as (keyof typeof OUTGOING)[])
      .default('links')
      .describe('Kind of links'),
    namespaces: namespaces(),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({ title: z.string(), results: z.array(target), nextCursor: nextCursor() }),
  async run(args, context) {
    const [module, prefix, hasNamespaces] = OUTGOING[args.kind];
    const { response, nextCursor } = await askPage<PagesResponse>(context, 'get-links', args, {
      ...{ prop: module, titles: args.title, redirects: true, [`${prefix}limit`]: args.limit },
      ...(hasNamespaces && { [`${prefix}namespace`]: args.namespaces }),
      ...(module === 'langlinks' || module === 'iwlinks' ? { [`${prefix}prop`]: 'url' } : {}),
    });
    const page = requirePage(pageOf(response), args.title);
    const results = ((page[module] ?? []) as readonly Target[]).map(({ title, ns, url, lang, prefix }) => ({
      ...{ title, namespace: ns, url, language: lang, prefix },
    }));
    return { data: { title: page.title, results, nextCursor } };
  },
});

/** Pages that refer to a page. */
export const getBacklinks = defineTool({
  name: 'get-backlinks',
  title: 'List what refers to a page',
  description:
    'List the pages that link to a page (links), transclude it as a template (transclusions), redirect to it (redirects), or show it if it is a file (files).',
  input: z.object({
    title: title(),
    kind: z
      .enum(Object.keys(INCOMING) as (keyof typeof INCOMING)[])
      .default('links')
      .describe('Kind of references'),
    namespaces: namespaces(),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({
    title: z.string(),
    exists: z.boolean().describe('Whether the page exists. Others may refer to a missing page'),
    results: z.array(
      z.object({ title: z.string(), namespace: z.number().int(), redirect: z.boolean().optional().describe('Whether it is a redirect') }),
    ),
    nextCursor: nextCursor(),
  }),
  async run(args, context) {
    const [module, prefix] = INCOMING[args.kind];
    const { response, nextCursor } = await askPage<PagesResponse>(context, 'get-backlinks', args, {
      ...{ prop: module, titles: args.title, [`${prefix}limit`]: args.limit, [`${prefix}namespace`]: args.namespaces },
      [`${prefix}prop`]: args.kind === 'redirects' ? ['pageid', 'title'] : ['pageid', 'title', 'redirect'],
    });
    const page = pageOf(response);
    const results = ((page?.[module] ?? []) as readonly Target[]).map(({ title, ns, redirect }) => ({
      ...{ title: title ?? '', namespace: ns ?? 0, ...(redirect && { redirect }) },
    }));
    return { data: { title: page?.title ?? args.title, exists: page?.missing !== true, results, nextCursor } };
  },
});
