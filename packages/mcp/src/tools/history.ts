import { z } from 'zod';
import { type PagesResponse, pageOf, requirePage } from './pages-response.ts';
import { type ResponseRevision, revision, revisionOf } from './revisions.ts';
import { takeTokens } from './text-budget.ts';
import { ask, askPage, cursor, defineTool, limit, nextCursor, time, timestampOf, title, tokens } from './tool.ts';
import { ToolError } from './tool-error.ts';

const REVISION = ['ids', 'timestamp', 'user', 'comment', 'size', 'flags', 'tags'];

/** Revisions of a page. */
export const getHistory = defineTool({
  name: 'get-history',
  title: 'List the revisions of a page',
  description:
    'List who changed a page, when and why, newest first. Compare two revisions with compare-revisions, or read one with get-revision.',
  input: z.object({
    title: title(),
    user: z.string().min(1).max(255).optional().describe('Only revisions of this user'),
    oldestFirst: z.boolean().default(false),
    from: time('Earliest time'),
    to: time('Latest time'),
    limit: limit(20),
    cursor: cursor(),
  }),
  output: z.object({ title: z.string(), pageid: z.number().int(), revisions: z.array(revision), nextCursor: nextCursor() }),
  async run(args, context) {
    const [first, last] = args.oldestFirst ? [args.from, args.to] : [args.to, args.from];
    const { response, nextCursor } = await askPage<PagesResponse>(context, 'get-history', args, {
      ...{ prop: 'revisions', titles: args.title, redirects: false, rvlimit: args.limit, rvprop: REVISION, rvuser: args.user },
      ...{ rvdir: args.oldestFirst ? 'newer' : 'older', rvstart: timestampOf(first), rvend: timestampOf(last) },
    });
    const page = requirePage(pageOf(response), args.title);
    const revisions = ((page.revisions ?? []) as readonly ResponseRevision[]).map(revisionOf);
    return { data: { title: page.title, pageid: page.pageid ?? 0, revisions, nextCursor } };
  },
});

interface CompareResponse {
  readonly compare?: {
    readonly fromtitle?: string;
    readonly fromrevid?: number;
    readonly fromtimestamp?: string;
    readonly fromuser?: string;
    readonly totitle?: string;
    readonly torevid?: number;
    readonly totimestamp?: string;
    readonly touser?: string;
    readonly tocomment?: string;
    readonly body?: string;
  };
}

const side = z.object({
  title: z.string().optional(),
  revision: z.number().int().optional(),
  timestamp: z.string().optional(),
  user: z.string().optional(),
  comment: z.string().optional(),
});

/** Difference of two revisions. */
export const compareRevisions = defineTool({
  name: 'compare-revisions',
  title: 'Compare two revisions',
  description:
    'Return the changes between two revisions as a unified diff of their wikitext. Without "to", compares a revision with the one before it: what that edit changed.',
  input: z.object({
    from: z.number().int().min(1).describe('Revision id, such as from get-history'),
    to: z.number().int().min(1).optional().describe('Revision id to compare with. Default: the previous revision, as the old side'),
    maxTokens: tokens(2000),
    cursor: cursor(),
  }),
  output: z.object({ old: side, new: side, diff: z.string(), nextCursor: nextCursor() }),
  async run({ cursor: given, ...args }, context) {
    const { source, signal } = context;
    const { compare } = (await source.wiki.request(
      {
        ...{ action: 'compare', fromrev: args.from, difftype: 'unified', prop: ['diff', 'ids', 'title', 'user', 'comment', 'timestamp'] },
        ...(args.to === undefined ? { torelative: 'prev' } : { torev: args.to }),
      },
      { signal },
    )) as unknown as CompareResponse;
    if (!compare) throw new ToolError('The wiki returned no comparison. List revisions with get-history.');
    const { text, nextCursor } = takeTokens('compare-revisions', args, compare.body ?? '', args.maxTokens, given);
    const data = {
      old: { title: compare.fromtitle, revision: compare.fromrevid, timestamp: compare.fromtimestamp, user: compare.fromuser },
      new: {
        ...{ title: compare.totitle, revision: compare.torevid, timestamp: compare.totimestamp, user: compare.touser },
        comment: compare.tocomment,
      },
      diff: text === '' ? 'The texts are equal, or the wiki does not show them.' : text,
      nextCursor,
    };
    return { data };
  },
});

/** A revision, with the part of its page that identifies it. */
export async function findRevision(id: number, context: Parameters<typeof ask>[0]) {
  const { query } = await ask<PagesResponse>(context, { prop: 'revisions', revids: id, rvprop: REVISION });
  const page = query?.pages?.[0];
  const found = (page?.revisions as readonly ResponseRevision[] | undefined)?.[0];
  if (!page || !found) throw new ToolError(`There is no revision ${id}, or its page is deleted. List revisions with get-history.`);
  return { page, revision: revisionOf(found) };
}
