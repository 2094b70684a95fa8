import { specialPage } from '@wikiquery/titles';
import { html } from '../markup/html.ts';
import { noSpecialPage } from '../pages/failed.ts';
import type { PageKind, Reading } from '../reading.ts';
import { statistics, version } from './about.ts';
import { contributions, recentChanges } from './changes.ts';
import { whatLinksHere } from './links-here.ts';
import type { ListedSpecialPage } from './list-page.ts';
import { log } from './logs.ts';
import { queryPage } from './query-page.ts';
import { diffLink, filePath, myLanguage, permanentLink, randomPage, redirectTo } from './redirects.ts';
import { search } from './search.ts';
import { allPages, categories, listFiles, listRedirects, listUsers, prefixIndex, protectedPages, tags } from './titles.ts';

/** Special pages that show something, by MediaWiki's canonical name. */
const SHOWN: Readonly<Record<string, ListedSpecialPage>> = {
  Recentchanges: recentChanges,
  Allpages: allPages,
  Prefixindex: prefixIndex,
  Categories: categories,
  Listfiles: listFiles,
  Newimages: listFiles,
  Listredirects: listRedirects,
  Listusers: listUsers,
  Protectedpages: protectedPages,
  Contributions: contributions,
  Log: log,
  Whatlinkshere: whatLinksHere,
  Search: search,
  Tags: tags,
  Statistics: statistics,
  Version: version,
};

/** Special pages that redirect, by canonical name. */
const REDIRECTS: Readonly<Record<string, (subpage: string | undefined) => PageKind>> = {
  Randompage: subpage => randomPage(subpage),
  Randomredirect: subpage => randomPage(subpage, 'redirects'),
  Diff: diffLink,
  PermanentLink: permanentLink,
  Filepath: filePath,
  Redirect: redirectTo,
  MyLanguage: myLanguage,
};

/** English names of special pages, which work on wikis whose site configuration lists no names. */
const ALIASES: Readonly<Record<string, string>> = {
  random: 'Randompage',
  filelist: 'Listfiles',
  imagelist: 'Listfiles',
  newfiles: 'Newimages',
  userlist: 'Listusers',
  logs: 'Log',
  permalink: 'PermanentLink',
};

const OWN: ReadonlyMap<string, string> = new Map(
  [...Object.keys(SHOWN), ...Object.keys(REDIRECTS), 'Specialpages'].map(name => [name.toLowerCase(), name]),
);

/** Returns the kind of a special page. Names that this server does not know may be reports of `list=querypage`. */
export function specialKind({ title, site, params }: Reading): PageKind {
  const [name = '', ...rest] = (title?.dbkey ?? 'Search').split('/');
  const subpage = rest.length > 0 ? rest.join('/').replaceAll('_', ' ') : undefined;
  const folded = name.replaceAll('_', '').toLowerCase();
  const canonical = specialPage(site, name)?.realname ?? OWN.get(folded) ?? ALIASES[folded] ?? name;
  const known = OWN.get(canonical.toLowerCase()) ?? canonical;
  if (known === 'Specialpages') return specialPages;
  if (Object.hasOwn(SHOWN, known)) return (SHOWN[known] as ListedSpecialPage).kind(subpage);
  if (Object.hasOwn(REDIRECTS, known)) return (REDIRECTS[known] as (subpage: string | undefined) => PageKind)(subpage);
  return params.size < 50 && /^[\w-]{1,60}$/.test(known) ? queryPage(known) : noSpecialPage;
}

const TITLE = ['specialpages', 'Special pages'] as const;

/** The list of the special pages. */
const specialPages: PageKind = {
  wordings: Object.fromEntries([TITLE, ...Object.values(SHOWN).map(({ title }) => title)]),
  async read({ api }) {
    const { paraminfo } = await api.getQuietly<{
      readonly paraminfo: {
        readonly modules: readonly { readonly parameters: readonly { readonly name: string; readonly type: unknown }[] }[];
      };
    }>({ action: 'paraminfo', modules: 'query+querypage' });
    const type = paraminfo.modules[0]?.parameters.find(({ name }) => name === 'page')?.type;
    const reports = Array.isArray(type) ? (type as readonly string[]).filter(name => !Object.hasOwn(SHOWN, name)) : [];
    return {
      kind: 'page',
      view: ({ links, wording }) => ({
        title: wording.text(TITLE[0]),
        content: html`<ul class="reader-list">${Object.entries(SHOWN).map(([name, { title }]) => html`<li><a href="${links.special(name)}">${wording.text(title[0])}</a></li>`)}</ul>
<ul class="reader-list">${reports.map(name => html`<li><a href="${links.special(name)}">${name}</a></li>`)}</ul>`,
      }),
    };
  },
};
