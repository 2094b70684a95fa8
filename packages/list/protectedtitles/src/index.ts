import { formatCommentsOf } from '@wikiquery/comments';
import { defineModule, f, isoTimestamp, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { selectTitleProtections } from '@wikiquery/permissions';
import { loadUnseenUsers } from '@wikiquery/users';

const props = f.props(
  {
    timestamp: { timestamp: f.timestamp() },
    user: { user: f.string().optional(), userid: f.int().optional() },
    userid: { userid: f.int().optional() },
    comment: { comment: f.string() },
    parsedcomment: { parsedcomment: f.string() },
    expiry: { expiry: f.expiry() },
    level: { level: f.string() },
  },
  f.title(),
);

/** Lists titles with creation protection, as MediaWiki's `list=protectedtitles` does. */
export default defineModule({
  group: 'list',
  name: 'protectedtitles',
  prefix: 'pt',
  summary: 'List titles with creation protection.',
  cache: ({ prop }) => (prop.has('parsedcomment') ? 'anon-public' : 'public'),
  sources: ['database'],
  generator: true,
  params: {
    namespace: p.namespace().multi().help('Include only titles in these namespaces.'),
    level: p
      .enum(site => site.restrictions.levels.filter(level => level !== ''))
      .multi()
      .help('Include only titles with these protection levels.'),
    limit: p.limit().help('Number of titles to return.'),
    dir: p.dir.temporal(),
    start: p.timestamp().help('Protection time to start at.'),
    end: p.timestamp().help('Protection time to end at.'),
    prop: props.param().default(['timestamp', 'level']).help('Protection properties to return.'),
    continue: p.continue(),
  },
  element: 'pt',
  returns: props,
  examples: {
    'list=protectedtitles&ptprop=level|expiry|comment': 'Latest creation protections.',
    'generator=protectedtitles&gptnamespace=0&prop=linkshere': 'Pages that link to protected titles of the main namespace.',
  },

  async execute(q) {
    const { namespace, level, limit, dir, start, end, prop } = q.params;
    const protections = whereEquals(
      selectTitleProtections(q.db, { by: prop.has('user'), reason: prop.has('comment') || prop.has('parsedcomment') })
        .select('pt_timestamp')
        .$if(prop.has('user') || prop.has('userid'), query => query.select('pt_user'))
        .$if(prop.has('expiry'), query => query.select('pt_expiry'))
        .$if(prop.has('level'), query => query.select('pt_create_perm')),
      { pt_namespace: namespace?.size ? namespace : undefined, pt_create_perm: level?.size ? level : undefined },
    );
    const by = { pt_timestamp: 'timestamp', pt_namespace: 'int', pt_title: 'string' } as const;
    const rows = await readPage(protections, { by, limit, dir, continue: q.params.continue, start, end });
    const titleOf = (row: { pt_namespace: number; pt_title: string }) => ({ namespace: row.pt_namespace, dbkey: row.pt_title });
    if (q.asGenerator) return rows.pages(row => ({ title: titleOf(row) }));

    const parsedComments = await formatCommentsOf(q, prop.has('parsedcomment') ? rows.rows : [], row => ({
      text: row.comment_text ?? '',
      title: titleOf(row),
    }));
    const hidden = await loadUnseenUsers(
      q,
      rows.map(row => row.pt_user),
    );
    const userOf = (row: { pt_user?: number | null }) => (hidden.has(row.pt_user ?? 0) ? undefined : (row.pt_user ?? 0));
    return rows.records(row =>
      props.pick(
        prop,
        {
          timestamp: { timestamp: isoTimestamp(row.pt_timestamp) },
          user: () => ({ user: userOf(row) === undefined ? undefined : (row.user_name ?? undefined), userid: userOf(row) }),
          userid: { userid: userOf(row) },
          comment: { comment: row.comment_text ?? '' },
          parsedcomment: { parsedcomment: parsedComments.get(row) ?? '' },
          expiry: { expiry: isoTimestamp(row.pt_expiry ?? 'infinity') },
          level: { level: row.pt_create_perm ?? '' },
        },
        q.titles.fields(row.pt_namespace, row.pt_title),
      ),
    );
  },
});
