import { z } from 'zod';
import { readCursor, writeCursor } from './cursor.ts';
import type { PagesResponse } from './pages-response.ts';
import { ask, askPage, type Continued, cursor, defineTool, limit, nextCursor, type ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';

const category = () => z.string().min(1).max(400).describe('Name of a category, with or without "Category:"');

/** Adds the canonical namespace, which every wiki accepts, unless the name has a namespace. */
const categoryTitle = (name: string): string => (name.includes(':') ? name : `Category:${name}`);

interface MembersResponse {
  readonly query?: {
    readonly categorymembers?: readonly {
      readonly title: string;
      readonly ns: number;
      readonly pageid: number;
      readonly type: string;
      readonly timestamp?: string;
    }[];
  };
}

/** Members of a category. */
export const getCategoryMembers = defineTool({
  name: 'get-category-members',
  title: 'List the members of a category',
  description: 'List the pages, subcategories and files in a category, sorted by sort key or by the time when they were added.',
  input: z.object({
    category: category(),
    types: z
      .array(z.enum(['page', 'subcat', 'file']))
      .min(1)
      .max(3)
      .optional()
      .describe('Types of members. Default: all'),
    newestFirst: z.boolean().default(false).describe('Sort by the time when members were added, newest first'),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({
    category: z.string(),
    results: z.array(
      z.object({
        title: z.string(),
        namespace: z.number().int(),
        pageid: z.number().int(),
        type: z.string().optional(),
        added: z.string().optional().describe('Time when it was added'),
      }),
    ),
    nextCursor: nextCursor(),
  }),
  async run(args, context) {
    const title = categoryTitle(args.category);
    const { response, nextCursor } = await askPage<MembersResponse>(context, 'get-category-members', args, {
      ...{ list: 'categorymembers', cmtitle: title, cmlimit: args.limit, cmprop: ['ids', 'title', 'type', 'timestamp'] },
      // With a type, the wiki ignores the sort order by time.
      ...(args.newestFirst ? { cmsort: 'timestamp', cmdir: 'older' } : { cmtype: args.types ?? ['page', 'subcat', 'file'] }),
    });
    const found = response.query?.categorymembers ?? [];
    const results = found
      .filter(({ type }) => !args.newestFirst || !args.types || (args.types as readonly string[]).includes(type))
      .map(({ title, ns, pageid, type, timestamp }) => ({ title, namespace: ns, pageid, type, added: timestamp }));
    return { data: { category: title, results, nextCursor } };
  },
});

interface Node {
  readonly title: string;
  readonly parent: string | undefined;
  readonly depth: number;
  readonly pages: number;
  readonly subcategories: number;
  readonly files: number;
}

/** Maximum number of categories in a tree. */
const MOST_NODES = 500;
/** Maximum number of categories in one result. */
const NODES_OF_RESULT = 100;

/** Subcategories of a category, down to a depth. */
export const getCategoryTree = defineTool({
  name: 'get-category-tree',
  title: 'Show the subcategories of a category',
  description:
    'List a category with its subcategories, level by level, each with its parent and its number of members. List the pages in one of them with get-category-members.',
  input: z.object({
    category: category(),
    depth: z.number().int().min(1).max(5).default(2).describe('Number of levels below the category'),
    cursor: cursor(),
  }),
  output: z.object({
    categories: z.array(
      z.object({
        title: z.string(),
        parent: z.string().optional(),
        depth: z.number().int(),
        pages: z.number().int(),
        subcategories: z.number().int(),
        files: z.number().int(),
      }),
    ),
    isComplete: z.boolean().describe(`False if the tree has more than ${MOST_NODES} categories, of which the rest is missing`),
    nextCursor: nextCursor(),
  }),
  async run({ cursor: given, ...args }, context) {
    const offset = Number(readCursor('get-category-tree', args, given).offset ?? 0);
    const root = await rootOf(categoryTitle(args.category), context);
    const nodes = new Map<string, Node>([[root.title, root]]);
    let level: readonly Node[] = [root];
    let isComplete = true;
    for (let depth = 1; depth <= args.depth && nodes.size < offset + NODES_OF_RESULT + 1; depth++) {
      const next: Node[] = [];
      for (const parent of level) {
        if (parent.subcategories === 0) continue;
        for await (const node of childrenOf(parent, depth, context)) {
          if (nodes.has(node.title)) continue;
          if (nodes.size >= MOST_NODES) {
            isComplete = false;
            break;
          }
          nodes.set(node.title, node);
          next.push(node);
        }
        await context.progress(nodes.size, undefined, `Reading level ${depth} of ${args.depth}`);
      }
      level = next;
    }
    const all = [...nodes.values()];
    const end = offset + NODES_OF_RESULT;
    const nextCursor = all.length > end ? writeCursor('get-category-tree', args, { offset: end }) : undefined;
    return { data: { categories: all.slice(offset, end), isComplete, nextCursor } };
  },
});

interface CategoryInfo {
  readonly pages: number;
  readonly subcats: number;
  readonly files: number;
}

const nodeOf = (title: string, info: CategoryInfo | undefined, parent: string | undefined, depth: number): Node => ({
  ...{ title, parent, depth, pages: info?.pages ?? 0, subcategories: info?.subcats ?? 0, files: info?.files ?? 0 },
});

async function rootOf(title: string, context: ToolContext): Promise<Node> {
  const { query } = await ask<PagesResponse>(context, { prop: 'categoryinfo', titles: title });
  const page = query?.pages?.[0];
  if (!page || page.invalid || (page.missing && !page.categoryinfo))
    throw new ToolError(`There is no category "${title}". Find categories with find-titles: "Category:" and the beginning of the name.`);
  return nodeOf(page.title, page.categoryinfo as CategoryInfo | undefined, undefined, 0);
}

async function* childrenOf({ title }: Node, depth: number, context: ToolContext): AsyncGenerator<Node> {
  let next: Continued['continue'] = {};
  while (next) {
    const response: PagesResponse & Continued = await ask<PagesResponse>(context, {
      ...next,
      ...{ generator: 'categorymembers', gcmtitle: title, gcmtype: 'subcat', gcmlimit: MOST_NODES, prop: 'categoryinfo' },
    });
    const pages = [...(response.query?.pages ?? [])].sort((a, b) => (a.title < b.title ? -1 : 1));
    for (const page of pages) yield nodeOf(page.title, page.categoryinfo as CategoryInfo | undefined, title, depth);
    next = response.continue;
  }
}
