import { html } from '../markup/html.ts';
import { idIn, type PageKind, type PageReply } from '../reading.ts';
import { missingPage } from './failed.ts';

/** Result of `prop=revisions` with contents. */
export interface ContentResult {
  readonly query?: {
    readonly pages?: readonly {
      readonly title: string;
      readonly revisions?: readonly {
        readonly texthidden?: boolean;
        readonly slots?: Readonly<
          Record<string, { readonly content?: string; readonly texthidden?: boolean; readonly contentmodel?: string }>
        >;
      }[];
    }[];
  };
}

/** Returns the text of the first revision in a result; undefined if there is none. */
export function contentOf({
  query,
}: ContentResult): { readonly title: string; readonly text: string; readonly isHidden: boolean } | undefined {
  const page = query?.pages?.[0];
  const revision = page?.revisions?.[0];
  if (!page || !revision) return undefined;
  const main = revision.slots?.main;
  const text = main?.content;
  return { title: page.title, text: text ?? '', isHidden: text === undefined && (revision.texthidden ?? main?.texthidden ?? false) };
}

/** The wikitext of a page or revision, to read and copy. */
export const source: PageKind = {
  wordings: {
    'viewsource-title': 'View source for $1',
    viewsourcetext: 'The source of this page:',
    'rev-deleted-text-permission': 'The text of this revision has been removed.',
  },
  async read(reading): Promise<PageReply> {
    const { api, params, title, titles } = reading;
    const old = idIn(params, 'oldid');
    const which = old !== undefined ? { revids: old } : title && { titles: titles.text(title) };
    if (!which) return missingPage(reading);
    const found = contentOf(
      await api.get<ContentResult>({ action: 'query', ...which, prop: 'revisions', rvprop: 'ids|content', rvslots: 'main' }),
    );
    if (!found) return missingPage(reading);
    return {
      kind: 'page',
      view({ wording }) {
        const name = wording.text('viewsource-title', found.title);
        const text = found.isHidden
          ? html`<p class="reader-notice">${wording.text('rev-deleted-text-permission')}</p>`
          : html`<p>${wording.text('viewsourcetext')}</p><textarea class="reader-source" readonly rows="25" aria-label="${name}">
${found.text}</textarea>`;
        return { title: name, subject: titles.local(found.title), tab: 'source', isHidden: true, content: text };
      },
    };
  },
};
