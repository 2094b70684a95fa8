import { type Html, html } from '../markup/html.ts';
import { dateOf, numberOf, userOf } from '../pages/records.ts';
import type { PageFrame, Reading } from '../reading.ts';
import { namespaceIn, textIn } from './form.ts';
import { limitIn, listPage } from './list-page.ts';

interface Listed {
  readonly title: string;
}

const titleRow = ({ links }: PageFrame, { title }: Listed): Html => links.a(title);
const FROM = { name: 'from', label: ['allpagesfrom', 'From'], isSubpage: true } as const;
const NAMESPACE = { name: 'namespace', label: ['namespace', 'Namespace'], kind: 'namespace' } as const;

/** Splits the beginning of a title into its part without the namespace, and its namespace. A selected namespace takes precedence. */
function startOf(reading: Reading, text: string): readonly [start: string, namespace: number | undefined] {
  const selected = namespaceIn(reading);
  const named = selected === undefined && text.includes(':') ? reading.titles.local(`${text}x`) : undefined;
  return named && named.namespace > 0 ? [named.dbkey.slice(0, -1), named.namespace] : [text, selected];
}

/** All pages of a namespace. */
export const allPages = listPage<{ readonly allpages: readonly Listed[] }, Listed>({
  title: ['allpages', 'All pages'],
  fields: [FROM, NAMESPACE, { name: 'hideredirects', label: ['allpages-hide-redirects', 'Without redirects'], kind: 'checkbox' }],
  request(reading, subpage) {
    const [apfrom, apnamespace] = startOf(reading, textIn(reading.params, 'from') ?? subpage ?? '');
    const apfilterredir = reading.params.has('hideredirects') ? 'nonredirects' : undefined;
    return { list: 'allpages', apfrom: apfrom || undefined, apnamespace, apfilterredir, aplimit: 200 };
  },
  rows: ({ allpages }) => allpages,
  row: titleRow,
});

/** Pages whose titles begin with a text. */
export const prefixIndex = listPage<{ readonly allpages: readonly Listed[] }, Listed>({
  title: ['prefixindex', 'All pages with prefix'],
  fields: [{ name: 'prefix', label: ['allpagesprefix', 'Prefix'], isSubpage: true }, NAMESPACE],
  request(reading, subpage) {
    const [apprefix, apnamespace] = startOf(reading, textIn(reading.params, 'prefix') ?? subpage ?? '');
    return { list: 'allpages', apprefix, apnamespace, aplimit: 200 };
  },
  rows: ({ allpages }) => allpages,
  row: titleRow,
});

/** All redirects. */
export const listRedirects = listPage<{ readonly allpages: readonly Listed[] }, Listed>({
  title: ['listredirects', 'List of redirects'],
  fields: [NAMESPACE],
  request: reading => ({ list: 'allpages', apfilterredir: 'redirects', apnamespace: namespaceIn(reading), aplimit: 200 }),
  rows: ({ allpages }) => allpages,
  row: ({ links }, { title }) => links.a(title, title, { redirect: 'no' }),
});

/** Protected pages. */
export const protectedPages = listPage<{ readonly allpages: readonly Listed[] }, Listed>({
  title: ['protectedpages', 'Protected pages'],
  fields: [NAMESPACE],
  request: reading => ({ list: 'allpages', apprtype: 'edit|move', apnamespace: namespaceIn(reading), aplimit: 200 }),
  rows: ({ allpages }) => allpages,
  row: titleRow,
});

interface ListedCategory {
  readonly category: string;
  readonly size: number;
}

/** All categories, with their numbers of members. */
export const categories = listPage<{ readonly allcategories: readonly ListedCategory[] }, ListedCategory>({
  title: ['categories', 'Categories'],
  fields: [FROM],
  request: ({ params }, subpage) => ({ list: 'allcategories', acfrom: textIn(params, 'from') ?? subpage, acprop: 'size', aclimit: 200 }),
  rows: ({ allcategories }) => allcategories,
  row: (frame, { category, size }) =>
    html`${frame.links.a(frame.titles.text({ namespace: 14, dbkey: category.replaceAll(' ', '_') }), category)} (${numberOf(frame, size)})`,
});

interface ListedFile {
  readonly title: string;
  readonly timestamp: string;
  readonly user?: string;
  readonly size: number;
}

/** All files, the newest first. */
export const listFiles = listPage<{ readonly allimages: readonly ListedFile[] }, ListedFile>({
  title: ['listfiles', 'File list'],
  request: ({ params }) => ({
    list: 'allimages',
    aisort: 'timestamp',
    aidir: 'descending',
    aiprop: 'timestamp|user|size',
    ailimit: limitIn(params),
  }),
  rows: ({ allimages }) => allimages,
  row: (frame, file) =>
    html`${dateOf(frame, file.timestamp)} ${frame.links.a(file.title)} (${numberOf(frame, file.size)}) ${userOf(frame, file)}`,
});

interface ListedUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** All accounts. */
export const listUsers = listPage<{ readonly allusers: readonly ListedUser[] }, ListedUser>({
  title: ['listusers', 'User list'],
  fields: [{ name: 'username', label: ['listusersfrom', 'From'], isSubpage: true }],
  request: ({ params }, subpage) => ({
    list: 'allusers',
    aufrom: textIn(params, 'username') ?? subpage,
    auprop: 'groups',
    aulimit: limitIn(params),
  }),
  rows: ({ allusers }) => allusers,
  row: (frame, { name, groups = [] }) =>
    html`${userOf(frame, { user: name })} ${groups.filter(group => group !== '*' && group !== 'user').join(', ')}`,
});

interface TagRow {
  readonly name: string;
  readonly hitcount?: number;
}

/** The tags of changes. */
export const tags = listPage<{ readonly tags: readonly TagRow[] }, TagRow>({
  title: ['tags', 'Tags'],
  request: ({ params }) => ({ list: 'tags', tgprop: 'hitcount', tglimit: limitIn(params) }),
  rows: query => query.tags,
  row: (frame, { name, hitcount = 0 }) => html`<span class="reader-tag">${name}</span> (${numberOf(frame, hitcount)})`,
});
