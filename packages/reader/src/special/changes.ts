import { html } from '../markup/html.ts';
import { changeOf, commentOf, dateOf, marksOf, type Recorded, userOf } from '../pages/records.ts';
import { namespaceIn, textIn } from './form.ts';
import { limitIn, listPage } from './list-page.ts';
import { actionOf, type LogRecord } from './log-action.ts';

interface Change extends Recorded, LogRecord {
  readonly type: string;
  readonly title?: string;
  readonly revid: number;
  readonly old_revid: number;
  readonly oldlen?: number;
  readonly newlen?: number;
  readonly timestamp: string;
}

const PROPS = 'title|timestamp|ids|user|parsedcomment|flags|sizes|loginfo|tags';

/** Recent changes: edits, new pages and log entries. */
export const recentChanges = listPage<{ readonly recentchanges: readonly Change[] }, Change>({
  title: ['recentchanges', 'Recent changes'],
  fields: [
    { name: 'namespace', label: ['namespace', 'Namespace'], kind: 'namespace' },
    { name: 'hidebots', label: ['rcfilters-hideshow-bots', 'Without bots'], kind: 'checkbox' },
  ],
  request: reading => ({
    ...{ list: 'recentchanges', rcprop: PROPS, rclimit: limitIn(reading.params), rcnamespace: namespaceIn(reading) },
    rcshow: reading.params.has('hidebots') ? '!bot' : undefined,
  }),
  rows: ({ recentchanges }) => recentchanges,
  row(frame, change) {
    const { links, wording } = frame;
    const { title, revid, old_revid: before, timestamp, type, oldlen, newlen } = change;
    if (type === 'log')
      return html`${dateOf(frame, timestamp)} ${userOf(frame, change)} ${actionOf(frame, change)} ${marksOf(frame, change)}${commentOf(frame, change)}`;
    const diff =
      title !== undefined && before > 0 && revid > 0
        ? links.a(title, wording.text('diff'), { diff: revid, oldid: before })
        : wording.text('diff');
    const page =
      title === undefined ? undefined : html`${links.a(title)} (${diff} | ${links.a(title, wording.text('hist'), { action: 'history' })})`;
    return html`${dateOf(frame, timestamp)} ${marksOf(frame, change)}${page} ${changeOf(frame, oldlen, newlen)} ${userOf(frame, change)} ${commentOf(frame, change)}`;
  },
});

interface Contribution extends Recorded {
  readonly title?: string;
  readonly revid: number;
  readonly parentid: number;
  readonly timestamp: string;
  readonly sizediff?: number;
  readonly texthidden?: boolean;
}

/** The edits of a user. */
export const contributions = listPage<{ readonly usercontribs: readonly Contribution[] }, Contribution>({
  title: ['contributions', 'User contributions'],
  fields: [
    { name: 'target', label: ['username', 'User name'], isSubpage: true },
    { name: 'namespace', label: ['namespace', 'Namespace'], kind: 'namespace' },
  ],
  request(reading, subpage) {
    const user = textIn(reading.params, 'target') ?? subpage;
    if (user === undefined) return undefined;
    const who = /\/\d+$/.test(user) ? { uciprange: user } : { ucuser: user };
    return {
      ...{ list: 'usercontribs', ...who, ucnamespace: namespaceIn(reading), uclimit: limitIn(reading.params) },
      ucprop: 'ids|title|timestamp|parsedcomment|sizediff|flags|tags',
    };
  },
  rows: ({ usercontribs }) => usercontribs,
  row(frame, contribution) {
    const { links, wording } = frame;
    const { title = '', revid, parentid, timestamp, sizediff } = contribution;
    const diff = parentid > 0 ? links.a(title, wording.text('diff'), { diff: revid, oldid: parentid }) : wording.text('diff');
    return html`${links.a(title, dateOf(frame, timestamp), { oldid: revid })} (${diff} | ${links.a(title, wording.text('hist'), { action: 'history' })}) ${marksOf(frame, contribution)}${links.a(title)} ${sizediff !== undefined && changeOf(frame, 0, sizediff)} ${commentOf(frame, contribution)}`;
  },
});
