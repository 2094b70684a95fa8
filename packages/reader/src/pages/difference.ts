import type { PageRequestParams } from '../api.ts';
import { fromApi, type Html, html } from '../markup/html.ts';
import { idIn, type PageFrame, type PageKind, type PageParts, type PageReply, type Reading } from '../reading.ts';
import { missingPage } from './failed.ts';
import { commentOf, dateOf, RECORD_WORDINGS, userOf } from './records.ts';

interface Compared {
  readonly fromrevid?: number;
  readonly fromtimestamp?: string;
  readonly fromuser?: string;
  readonly fromuserhidden?: boolean;
  readonly fromparsedcomment?: string;
  readonly fromcommenthidden?: boolean;
  readonly torevid?: number;
  readonly totimestamp?: string;
  readonly touser?: string;
  readonly touserhidden?: boolean;
  readonly toparsedcomment?: string;
  readonly tocommenthidden?: boolean;
  readonly totitle?: string;
  readonly fromtitle?: string;
  readonly body: string;
}

/** The difference between two revisions. */
export const difference: PageKind = {
  wordings: {
    ...RECORD_WORDINGS,
    'difference-title': 'Difference between revisions of “$1”',
    'diff-empty': 'No difference',
    previousdiff: 'Older edit',
    nextdiff: 'Newer edit',
  },
  async read(reading): Promise<PageReply> {
    const sides = sidesIn(reading);
    if (!sides) return missingPage(reading);
    const { compare } = await reading.api.get<{ readonly compare: Compared }>({
      ...{ action: 'compare', ...sides, prop: 'diff|ids|title|user|parsedcomment|timestamp' },
    });
    return { kind: 'page', view: frame => view(frame, compare) };
  },
};

/** Returns the parameters of `action=compare` for the parameters `diff` and `oldid` of `index.php`. */
function sidesIn({ params, title, titles }: Reading): PageRequestParams | undefined {
  const old = idIn(params, 'oldid');
  const diff = params.get('diff') ?? '';
  const id = idIn(params, 'diff');
  if (diff === 'prev' || diff === '') return old === undefined ? undefined : { fromrev: old, torelative: 'prev' };
  if (diff === 'next') return old === undefined ? undefined : { fromrev: old, torelative: 'next' };
  if (diff === 'cur' || diff === '0') {
    if (old !== undefined) return { fromrev: old, torelative: 'cur' };
    return title && { fromtitle: titles.text(title), torelative: 'prev' };
  }
  if (id === undefined) return undefined;
  return old === undefined ? { fromrev: id, torelative: 'prev' } : { fromrev: old, torev: id };
}

function view(frame: PageFrame, compare: Compared): PageParts {
  const { wording, titles } = frame;
  const name = compare.totitle ?? compare.fromtitle ?? '';
  const subject = titles.local(name);
  const from = side(frame, compare.fromtitle ?? name, {
    revid: compare.fromrevid,
    timestamp: compare.fromtimestamp,
    user: compare.fromuser,
    userhidden: compare.fromuserhidden,
    parsedcomment: compare.fromparsedcomment,
    commenthidden: compare.fromcommenthidden,
  });
  const to = side(frame, name, {
    revid: compare.torevid,
    timestamp: compare.totimestamp,
    user: compare.touser,
    userhidden: compare.touserhidden,
    parsedcomment: compare.toparsedcomment,
    commenthidden: compare.tocommenthidden,
  });
  const title = wording.text('difference-title', name);
  const rows = compare.body === '' ? html`<tr><td colspan="4">${wording.text('diff-empty')}</td></tr>` : fromApi(compare.body);
  return {
    title,
    subject,
    tab: 'history',
    isHidden: true,
    content: html`<div class="reader-scroll" tabindex="0" role="region" aria-label="${title}"><table class="diff diff-editfont-monospace"><colgroup><col class="diff-marker"><col class="diff-content"><col class="diff-marker"><col class="diff-content"></colgroup><tbody><tr><td colspan="2" class="diff-otitle">${from}</td><td colspan="2" class="diff-ntitle">${to}</td></tr>${rows}</tbody></table></div>`,
  };
}

interface Side {
  readonly revid: number | undefined;
  readonly timestamp: string | undefined;
  readonly user: string | undefined;
  readonly userhidden: boolean | undefined;
  readonly parsedcomment: string | undefined;
  readonly commenthidden: boolean | undefined;
}

function side(
  frame: PageFrame,
  title: string,
  { revid, timestamp, user, userhidden, parsedcomment, commenthidden }: Side,
): Html | undefined {
  if (revid === undefined) return undefined;
  const { links } = frame;
  const record = {
    ...(user !== undefined && { user }),
    ...(userhidden !== undefined && { userhidden }),
    ...(parsedcomment !== undefined && { parsedcomment }),
    ...(commenthidden !== undefined && { commenthidden }),
  };
  const when = timestamp === undefined ? String(revid) : dateOf(frame, timestamp);
  return html`<div><strong>${links.a(title, when, { oldid: revid })}</strong></div><div>${userOf(frame, record)}</div><div>${commentOf(frame, record)}</div>`;
}
