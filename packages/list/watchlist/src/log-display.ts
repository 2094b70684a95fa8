import type { Env } from '@wikiquery/core';
import { parseLogParams } from '@wikiquery/logs';
import { expandMessages, loadInterfaceTexts, type Messages } from '@wikiquery/messages';
import { isHidden, isSuppressed, loadDateFormat } from '@wikiquery/users';
import { type LogSentenceEntry, sentenceOf } from './log-sentences.ts';
import { MessageWriter } from './message-writer.ts';
import { loadPageLinks } from './page-links.ts';

export interface LogChange {
  readonly rc_namespace: number;
  readonly rc_title: string;
  readonly rc_timestamp: string;
  readonly rc_deleted: number;
  readonly rc_log_type: string | null;
  readonly rc_log_action: string | null;
  readonly rc_params: string | null;
  readonly actor_name?: string | null;
}

type Reading = Pick<Env, 'db' | 'site' | 'titles' | 'users' | 'actor' | 'lang' | 'now'> &
  Partial<Pick<Env, 'filesElsewhere'>> & {
    readonly request: Pick<Env['request'], 'ip' | 'signal'>;
  };

/** Renders log entries as HTML sentences in the user's language. Omits hidden parts for all users. */
export async function displayLogEntries(q: Reading, rows: readonly LogChange[], messages: Messages): Promise<string[]> {
  if (rows.length === 0) return [];
  const entries = rows.map(toEntry);
  const recorder = new MessageWriter(q);
  for (const [at, row] of rows.entries()) describe(q, row, entries[at] as LogSentenceEntry, recorder);
  const [texts, links, date] = await Promise.all([
    loadInterfaceTexts(q, [...recorder.messageKeys], { messages }),
    loadPageLinks(q, recorder.pages),
    loadDateFormat(q),
  ]);

  const writer = new MessageWriter(q, { texts, links, date });
  const sentences = rows.map((row, at) => describe(q, row, entries[at] as LogSentenceEntry, writer));
  const context = { messages, language: q.lang, title: { namespace: -1, dbkey: 'Log' } };
  const expand = await expandMessages(q, sentences, context);
  const htmls: string[] = [];
  for (const sentence of sentences) htmls.push(writer.toHtml(await expand(sentence)));
  return htmls;
}

function describe({ site, actor }: Reading, { rc_deleted: bits }: LogChange, entry: LogSentenceEntry, writer: MessageWriter): string {
  const { logRestrictions } = site.configuration;
  const right = Object.hasOwn(logRestrictions, entry.type) ? logRestrictions[entry.type] : undefined;
  const isPrivate = right !== undefined && !actor.can(right);
  const removed = (key: string) =>
    writer.raw(`<span class="history-deleted${isSuppressed(bits) ? ' mw-history-suppressed' : ''}">${writer.say(key)}</span>`);
  const hidesUser = isPrivate || isHidden(bits, 'user');
  const performer = hidesUser ? removed('rev-deleted-user') : writer.userLink(entry.performer);
  if (isPrivate || isHidden(bits, 'action')) return `${performer}${writer.say('word-separator')}${removed('rev-deleted-event')}`;
  return sentenceOf(hidesUser ? { ...entry, performer: '' } : entry, performer, writer);
}

function toEntry(row: LogChange): LogSentenceEntry {
  const { values } = parseLogParams(row.rc_params);
  return {
    type: row.rc_log_type ?? '',
    action: row.rc_log_action ?? '',
    timestamp: row.rc_timestamp,
    performer: row.actor_name ?? '',
    target: { namespace: row.rc_namespace, dbkey: row.rc_title },
    stored: values,
  };
}
