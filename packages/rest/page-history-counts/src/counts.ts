import { type Env, HttpError } from '@wikiquery/core';
import { sql } from '@wikiquery/database';
import { revertTags, whereBot } from '@wikiquery/rest-pages';
import type { Revision } from '@wikiquery/revisions';
import type { SelectQueryBuilder, SqlBool } from 'kysely';

/** Maximum of each count, as in MediaWiki. Responses report larger counts as the maximum. */
export const COUNTS = { anonymous: 10_000, temporary: 10_000, bot: 10_000, editors: 25_000, edits: 30_000, minor: 1000, reverted: 30_000 };
export type CountKind = keyof typeof COUNTS;

/** Bits of `rev_deleted` that hide the text and the user of a revision. */
const TEXT = 1;
const USER = 4;
const shows = (bits: number) => sql<SqlBool>`(${sql.ref('rev_deleted')} & ${sql.lit(bits)}) = 0`;

/** Counts revisions or editors, usually up to the maximum plus one. Revision-deleted revisions do not count for any user. */
export async function count(env: Env, page: number, kind: CountKind, between?: readonly [Revision, Revision]): Promise<number> {
  const { db, users } = env;
  const revisions = db.selectFrom('revision').where('rev_page', '=', page);
  const made = revisions.innerJoin('actor', 'actor_id', 'rev_actor');
  switch (kind) {
    case 'anonymous':
      return size(
        made
          .where('actor_user', 'is', null)
          .where(shows(TEXT | USER))
          .select('rev_id'),
      );
    case 'bot':
      return size(
        made
          .where(whereBot(env, 'actor_user'))
          .where(shows(TEXT | USER))
          .select('rev_id'),
      );
    case 'temporary': {
      const makers = made
        .where(shows(TEXT | USER))
        .groupBy('actor_name')
        .select(['actor_name', ({ fn }) => fn.countAll<number>().as('edits')]);
      const rows = hasTemporary(env) ? await makers.execute() : [];
      return rows.reduce((sum, { actor_name, edits }) => sum + (users.isTemp(actor_name) ? Number(edits) : 0), 0);
    }
    case 'editors':
      return size(within(revisions).where(shows(USER)).select('rev_actor').distinct());
    case 'edits':
      return size(within(revisions).where(shows(TEXT)).select('rev_id'));
    case 'minor':
      if ((await count(env, page, 'edits')) > 2 * COUNTS.minor)
        throw new HttpError(500, 'rest-pagehistorycount-too-many-revisions', 'The page has too many revisions to count the minor ones.');
      return size(revisions.where('rev_minor_edit', '!=', 0).where(shows(TEXT)).select('rev_id'));
    case 'reverted': {
      const tags = await revertTags(db);
      if (tags.length === 0) return 0;
      const tagged = revisions.innerJoin('change_tag', 'ct_rev_id', 'rev_id').where('ct_tag_id', 'in', tags);
      return size(tagged.where(shows(TEXT)).select('rev_id').distinct());
    }
  }

  async function size<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
    const { rows } = await sql<{ found: number }>`select count(*) as found from (${query.limit(COUNTS[kind] + 1)}) as counted`.execute(db);
    return Number(rows[0]?.found ?? 0);
  }

  /** Selects the revisions between the two bounding revisions, which are excluded. */
  function within(query: typeof revisions): typeof revisions {
    if (!between) return query;
    const [old, young] =
      between[0].timestamp < between[1].timestamp || (between[0].timestamp === between[1].timestamp && between[0].id <= between[1].id)
        ? between
        : [between[1], between[0]];
    return query
      .where(is =>
        is.or([is('rev_timestamp', '>', old.timestamp), is.and([is('rev_timestamp', '=', old.timestamp), is('rev_id', '>', old.id)])]),
      )
      .where(is =>
        is.or([
          is('rev_timestamp', '<', young.timestamp),
          is.and([is('rev_timestamp', '=', young.timestamp), is('rev_id', '<', young.id)]),
        ]),
      );
  }
}

const hasTemporary = ({ site }: Env): boolean =>
  (site.info.autocreatetempuser as { readonly enabled?: boolean } | undefined)?.enabled === true;
