import { isHidden } from '@wikiquery/users';
import { comment, contributor, element, hidden, timestamp } from './elements.ts';
import type { DumpedWiki } from './wiki.ts';

const BATCH = 2000;

/** Yields the entries of public logs, sorted by id. */
export async function* logs({
  db,
  site,
  titles,
  clean,
}: DumpedWiki): AsyncGenerator<{ readonly xml: readonly string[]; readonly entries: number }> {
  const restricted = Object.keys(site.configuration.logRestrictions);
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('logging')
      .innerJoin('actor', 'actor_id', 'log_actor')
      .leftJoin('comment', 'comment_id', 'log_comment_id')
      .select([
        'log_id',
        'log_type',
        'log_action',
        'log_timestamp',
        'log_namespace',
        'log_title',
        'log_params',
        'log_deleted',
        'actor_user',
        'actor_name',
        'comment_text',
      ])
      .where('log_id', '>', last)
      .orderBy('log_id')
      .limit(BATCH)
      .execute();
    let xml = '';
    let entries = 0;
    for (const row of rows) {
      if (restricted.includes(row.log_type)) continue;
      const bits = row.log_deleted;
      const title = titles.text({ namespace: row.log_namespace, dbkey: row.log_title });
      const params = element('params', clean(row.log_params ?? ''), { 'xml:space': 'preserve' });
      xml += `  <logitem>\n    <id>${row.log_id}</id>\n${timestamp('    ', row.log_timestamp)}`;
      xml += contributor('    ', isHidden(bits, 'user') ? undefined : { id: row.actor_user, name: clean(row.actor_name) });
      xml += comment('    ', isHidden(bits, 'comment') ? undefined : clean(row.comment_text ?? ''));
      xml += `    ${element('type', row.log_type)}\n    ${element('action', row.log_action)}\n`;
      xml += isHidden(bits, 'action') ? `    ${hidden('text')}\n` : `    ${element('logtitle', clean(title))}\n    ${params}\n`;
      xml += '  </logitem>\n';
      entries++;
    }
    if (entries > 0) yield { xml: [xml], entries };
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.log_id ?? 0;
  }
}
