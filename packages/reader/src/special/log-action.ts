import { type Html, html } from '../markup/html.ts';
import type { PageFrame } from '../reading.ts';

/** Fields of a log entry. */
export interface LogRecord {
  readonly logtype?: string;
  readonly logaction?: string;
  readonly logparams?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly actionhidden?: boolean;
}

/** Describes the action of a log entry: its type, its page and, for moves, the new title. */
export function actionOf(
  { links, wording }: PageFrame,
  { logtype = '', logaction = '', logparams = {}, title, actionhidden }: LogRecord,
): Html {
  if (actionhidden && title === undefined) return html`<span class="history-deleted">${wording.text('rev-deleted-event')}</span>`;
  const target = logparams.target_title;
  const action = logaction === '' || logaction === logtype ? logtype : `${logtype}/${logaction}`;
  return html`<code>${action}</code> ${title !== undefined && title !== '' && links.a(title)}${typeof target === 'string' && html` → ${links.a(target)}`}`;
}
