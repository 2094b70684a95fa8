import { ApiFailure } from '../api.ts';
import { idIn, type PageKind, type PageReply } from '../reading.ts';
import { cleanCss } from '../style/clean-css.ts';
import { missingPage } from './failed.ts';
import { type ContentResult, contentOf } from './source.ts';

/** Content types that `ctype` may request, as in MediaWiki. Others are served as wikitext. */
const TYPES: ReadonlySet<string> = new Set(['text/x-wiki', 'text/css', 'application/json']);

/** The text of a page or revision, without HTML (`action=raw`). */
export const raw: PageKind = {
  async read(reading): Promise<PageReply> {
    const { api, params, title, titles } = reading;
    const old = idIn(params, 'oldid');
    const id = idIn(params, 'curid');
    const which = old !== undefined ? { revids: old } : id !== undefined ? { pageids: id } : title && { titles: titles.text(title) };
    if (!which) return missingPage(reading);
    const result = await api.get<ContentResult>({ action: 'query', ...which, prop: 'revisions', rvprop: 'content', rvslots: 'main' });
    const found = contentOf(result);
    if (!found) return { kind: 'text', status: 404, type: 'text/plain; charset=utf-8', text: '' };
    if (found.isHidden) throw new ApiFailure('permissiondenied', 'The text of this revision has been removed.', 403);
    const type = params.get('ctype') ?? '';
    const sent = TYPES.has(type) ? type : 'text/x-wiki';
    // A style sheet of the wiki may not load files of other hosts.
    const text = sent === 'text/css' ? cleanCss(found.text, []) : found.text;
    return { kind: 'text', type: `${sent}; charset=utf-8`, text };
  },
};
