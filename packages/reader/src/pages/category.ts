import type { Title } from '@wikiquery/core';
import { type Html, html } from '../markup/html.ts';
import type { PageFrame, Reading } from '../reading.ts';

export const CATEGORY_WORDINGS = { subcategories: 'Subcategories', 'category-media-header': 'Files', pages: 'Pages' };

type Kind = 'subcat' | 'page' | 'file';
const KINDS: readonly Kind[] = ['subcat', 'page', 'file'];
/** Members of each kind on one page. */
const PER_PAGE = 200;

interface Member {
  readonly ns: number;
  readonly title: string;
}

interface MembersResult {
  readonly continue?: { readonly cmcontinue: string };
  readonly query: { readonly categorymembers: readonly Member[] };
}

interface Members {
  readonly kind: Kind;
  readonly members: readonly Member[];
  readonly next: string | undefined;
}

/** Loads the members of a category. A page that continues a list shows only the kind of that list. */
export async function categoryMembers(reading: Reading, category: Title) {
  const { api, params, titles } = reading;
  const from = params.get('cmcontinue') ?? undefined;
  const only = KINDS.find(kind => kind === params.get('cmtype'));
  const lists: Members[] = [];
  for (const kind of from !== undefined && only ? [only] : KINDS) {
    const found = await api.get<MembersResult>({
      ...{ action: 'query', list: 'categorymembers', cmtitle: titles.text(category), cmtype: kind },
      ...{ cmprop: 'title', cmlimit: PER_PAGE, cmcontinue: from },
    });
    lists.push({ kind, members: found.query.categorymembers, next: found.continue?.cmcontinue });
  }
  return {
    hasMembers: lists.some(({ members }) => members.length > 0),
    view: (frame: PageFrame): Html => html`${lists.map(list => view(frame, category, list))}`,
  };
}

const HEADINGS: Readonly<Record<Kind, string>> = { subcat: 'subcategories', page: 'pages', file: 'category-media-header' };

function view({ links, wording }: PageFrame, category: Title, { kind, members, next }: Members): Html | undefined {
  if (members.length === 0) return undefined;
  const id = `mw-${kind}`;
  const more =
    next !== undefined &&
    html`<p><a rel="next" href="${links.of(category, { cmtype: kind, cmcontinue: next })}">${wording.text('more')}</a></p>`;
  return html`<section class="reader-members" aria-labelledby="${id}"><h2 id="${id}">${wording.text(HEADINGS[kind])}</h2><ul>${members.map(({ title }) => html`<li>${links.a(title)}</li>`)}</ul>${more}</section>`;
}
