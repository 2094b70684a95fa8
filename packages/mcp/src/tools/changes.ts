import { z } from 'zod';
import { type ResponseRevision, revision, revisionOf } from './revisions.ts';
import { askPage, cursor, defineTool, limit, namespaces, nextCursor, time, timestampOf } from './tool.ts';

interface ResponseChange extends ResponseRevision {
  readonly type: string;
  readonly title?: string;
  readonly ns?: number;
  readonly old_revid?: number;
  readonly oldlen?: number;
  readonly newlen?: number;
  readonly bot?: boolean;
  readonly new?: boolean;
  readonly logtype?: string;
  readonly logaction?: string;
}

const change = z.object({
  ...revision.shape,
  title: z.string().optional().describe('Absent if the wiki hides it'),
  namespace: z.number().int().optional(),
});

/** Recent changes of the wiki. */
export const getRecentChanges = defineTool({
  name: 'get-recent-changes',
  title: 'List recent changes',
  description: 'List the latest edits, new pages and log entries of the wiki, newest first. Wikis keep them for about 30 to 90 days.',
  input: z.object({
    types: z
      .array(z.enum(['edit', 'new', 'log', 'categorize', 'external']))
      .min(1)
      .max(5)
      .default(['edit', 'new', 'log']),
    namespaces: namespaces(),
    user: z.string().min(1).max(255).optional().describe('Only changes of this user'),
    tag: z.string().min(1).max(255).optional().describe('Only changes with this tag'),
    withBots: z.boolean().default(false).describe('Include changes of bots'),
    from: time('Earliest time'),
    to: time('Latest time'),
    limit: limit(20),
    cursor: cursor(),
  }),
  output: z.object({
    changes: z.array(
      z.object({
        ...change.shape,
        type: z.string(),
        bot: z.boolean().optional(),
        log: z.string().optional().describe('Type and action of a log entry, such as delete/delete'),
      }),
    ),
    nextCursor: nextCursor(),
  }),
  async run(args, context) {
    const { response, nextCursor } = await askPage<{ query?: { recentchanges?: readonly ResponseChange[] } }>(
      context,
      'get-recent-changes',
      args,
      {
        ...{ list: 'recentchanges', rclimit: args.limit, rctype: args.types, rcnamespace: args.namespaces, rcuser: args.user },
        ...{ rctag: args.tag, rcstart: timestampOf(args.to), rcend: timestampOf(args.from), rcshow: args.withBots ? undefined : '!bot' },
        rcprop: ['title', 'ids', 'timestamp', 'user', 'comment', 'sizes', 'flags', 'tags', 'loginfo'],
      },
    );
    const changes = (response.query?.recentchanges ?? []).map(each => ({
      ...revisionOf({ ...each, parentid: each.old_revid ?? 0, ...sizesOf(each) }),
      ...{ type: each.type, title: each.title, namespace: each.ns },
      ...(each.bot && { bot: true }),
      ...(each.logtype !== undefined && { log: `${each.logtype}/${each.logaction}` }),
    }));
    return { data: { changes, nextCursor } };
  },
});

const sizesOf = ({ oldlen, newlen }: ResponseChange): Pick<ResponseRevision, 'size' | 'sizediff'> =>
  newlen === undefined || oldlen === undefined ? {} : { size: newlen, sizediff: newlen - oldlen };

/** Edits of a user. */
export const getUserContributions = defineTool({
  name: 'get-user-contributions',
  title: 'List the edits of a user',
  description: 'List the edits of a user or an IP address, newest first.',
  input: z.object({
    user: z.string().min(1).max(255).describe('User name or IP address, without "User:"'),
    namespaces: namespaces(),
    newPagesOnly: z.boolean().default(false).describe('Only edits that created pages'),
    from: time('Earliest time'),
    to: time('Latest time'),
    limit: limit(20),
    cursor: cursor(),
  }),
  output: z.object({ user: z.string(), contributions: z.array(change), nextCursor: nextCursor() }),
  async run(args, context) {
    const { response, nextCursor } = await askPage<{ query?: { usercontribs?: readonly ResponseChange[] } }>(
      context,
      'get-user-contributions',
      args,
      {
        ...{ list: 'usercontribs', ucuser: args.user, uclimit: args.limit, ucnamespace: args.namespaces },
        ...{ ucstart: timestampOf(args.to), ucend: timestampOf(args.from), ucshow: args.newPagesOnly ? 'new' : undefined },
        ucprop: ['ids', 'title', 'timestamp', 'comment', 'size', 'sizediff', 'flags', 'tags'],
      },
    );
    const contributions = (response.query?.usercontribs ?? []).map(each => ({
      // All have the same user.
      ...revisionOf({ ...each, user: undefined }),
      ...{ title: each.title, namespace: each.ns },
    }));
    return { data: { user: args.user, contributions, nextCursor } };
  },
});
