import { html } from '../markup/html.ts';
import { commentOf, dateOf, marksOf, type Recorded, userOf } from '../pages/records.ts';
import { textIn } from './form.ts';
import { limitIn, listPage } from './list-page.ts';
import { actionOf } from './log-action.ts';

interface LogEntry extends Recorded {
  readonly type?: string;
  readonly action?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly timestamp: string;
  readonly actionhidden?: boolean;
}

/** The log of the wiki. The subpage is a type of entries or a user. */
export const log = listPage<{ readonly logevents: readonly LogEntry[] }, LogEntry>({
  title: ['log', 'Logs'],
  wordings: { 'rev-deleted-event': '(log details removed)' },
  fields: [
    { name: 'type', label: ['logeventslist-submit', 'Type'], isSubpage: true },
    { name: 'user', label: ['username', 'User name'] },
    { name: 'page', label: ['pagetitle-label', 'Page'] },
  ],
  request: ({ params }, subpage) => ({
    ...{ list: 'logevents', letype: textIn(params, 'type') ?? subpage?.toLowerCase(), leuser: textIn(params, 'user') },
    ...{ letitle: textIn(params, 'page'), lelimit: limitIn(params), leprop: 'ids|title|type|user|timestamp|parsedcomment|details|tags' },
  }),
  rows: ({ logevents }) => logevents,
  row(frame, entry) {
    const { type, action, params, title, actionhidden, timestamp } = entry;
    const record = {
      ...(type !== undefined && { logtype: type }),
      ...(action !== undefined && { logaction: action }),
      ...(params !== undefined && { logparams: params }),
      ...(title !== undefined && { title }),
      ...(actionhidden !== undefined && { actionhidden }),
    };
    return html`${dateOf(frame, timestamp)} ${userOf(frame, entry)} ${actionOf(frame, record)} ${marksOf(frame, entry)}${commentOf(frame, entry)}`;
  },
});
