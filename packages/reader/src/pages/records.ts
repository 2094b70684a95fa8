import { formatNumber, writeDate } from '@wikiquery/languages';
import { fromApi, type Html, html, type TemplateValue } from '../markup/html.ts';
import type { PageFrame } from '../reading.ts';

/** Fields that revisions, changes, log entries and file versions have in common. */
export interface Recorded {
  readonly timestamp?: string;
  readonly user?: string;
  readonly userhidden?: boolean;
  readonly parsedcomment?: string;
  readonly commenthidden?: boolean;
  readonly tags?: readonly string[];
  readonly minor?: boolean;
  readonly bot?: boolean;
  readonly new?: boolean;
}

export const dateOf = ({ language, site }: PageFrame, timestamp: string): string =>
  writeDate(new Date(timestamp), 'default', language, site);

export const numberOf = ({ language }: PageFrame, value: number): string => formatNumber(language, String(value));

/** Returns a link to the contributions of a user, whose own page may not exist; a note if the name is suppressed. */
export function userOf({ links, wording }: PageFrame, { user, userhidden }: Recorded): Html {
  const removed = userhidden && html`<span class="history-deleted">${wording.text('rev-deleted-user')}</span>`;
  if (user === undefined || user === '') return html`${removed}`;
  return html`<a href="${links.special('Contributions', user)}" class="mw-userlink"><bdi>${user}</bdi></a>${userhidden && html` ${removed}`}`;
}

/** Returns a formatted comment; a note if it is suppressed. */
export function commentOf({ wording }: PageFrame, { parsedcomment, commenthidden }: Recorded): TemplateValue {
  if (commenthidden && !parsedcomment) return html`<span class="history-deleted comment">${wording.text('rev-deleted-comment')}</span>`;
  if (!parsedcomment) return undefined;
  return html`<span class="${commenthidden ? 'comment history-deleted' : 'comment'}">(${fromApi(parsedcomment)})</span>`;
}

/** Returns the marks of new pages, minor edits and bots, and the tags. */
export function marksOf({ wording }: PageFrame, { minor, bot, new: isNew, tags = [] }: Recorded): Html {
  const marks = [isNew && wording.text('newpageletter'), minor && wording.text('minoreditletter'), bot && wording.text('boteditletter')];
  return html`${marks.map(mark => mark && html`<abbr class="reader-mark">${mark}</abbr> `)}${tags.map(tag => html`<span class="reader-tag">${tag}</span> `)}`;
}

/** Returns the change in size of a page in bytes. */
export function changeOf(frame: PageFrame, before: number | undefined, after: number | undefined): TemplateValue {
  if (before === undefined || after === undefined) return undefined;
  const change = after - before;
  const kind = change > 0 ? 'mw-plusminus-pos' : change < 0 ? 'mw-plusminus-neg' : 'mw-plusminus-null';
  return html`<span dir="ltr" class="${kind}">${change > 0 ? '+' : ''}${numberOf(frame, change)}</span>`;
}

export const RECORD_WORDINGS = {
  newpageletter: 'N',
  minoreditletter: 'm',
  boteditletter: 'b',
  diff: 'diff',
  hist: 'hist',
};
