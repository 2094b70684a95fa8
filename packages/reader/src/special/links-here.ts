import { type Html, html } from '../markup/html.ts';
import { textIn } from './form.ts';
import { limitIn, listPage } from './list-page.ts';

interface Linking {
  readonly title: string;
  readonly redirect?: boolean;
}

interface LinksQuery {
  readonly pages?: readonly {
    readonly linkshere?: readonly Linking[];
    readonly transcludedin?: readonly Linking[];
    readonly fileusage?: readonly Linking[];
  }[];
}

type Kind = 'link' | 'istemplate' | 'isimage';

/** Pages that link to a page, transclude it or show it as a file. */
export const whatLinksHere = listPage<LinksQuery, Linking & { readonly kind: Kind }>({
  title: ['whatlinkshere', 'What links here'],
  wordings: { isredirect: 'redirect', istemplate: 'transclusion', isimage: 'file link' },
  fields: [{ name: 'target', label: ['whatlinkshere-page', 'Page'], isSubpage: true }],
  request({ params }, subpage) {
    const target = textIn(params, 'target') ?? subpage;
    if (target === undefined) return undefined;
    const limit = limitIn(params);
    return { titles: target, prop: 'linkshere|transcludedin|fileusage', lhlimit: limit, tilimit: limit, fulimit: limit };
  },
  rows({ pages }) {
    const { linkshere = [], transcludedin = [], fileusage = [] } = pages?.[0] ?? {};
    const of = (kind: Kind, all: readonly Linking[]) => all.map(each => ({ ...each, kind }));
    return [...of('link', linkshere), ...of('istemplate', transcludedin), ...of('isimage', fileusage)];
  },
  row({ links, wording }, { title, redirect, kind }): Html {
    const notes = [redirect && wording.text('isredirect'), kind !== 'link' && wording.text(kind)].filter(Boolean).join(', ');
    return html`${links.a(title, title, redirect ? { redirect: 'no' } : {})}${notes !== '' && ` (${notes})`}`;
  },
});
