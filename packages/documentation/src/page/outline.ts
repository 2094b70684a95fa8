/** A page of the documentation. */
export interface OutlinePage {
  /** Path without the extension: `start/install`. */
  readonly path: string;
  readonly title: string;
}

/** Sidebars by the path below which they stand. */
export type Sidebars = Readonly<Record<string, SidebarItem[]>>;

interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: SidebarItem[];
}

/** Folders of the documentation in the order of the sidebar, with the headings of their sections. */
const SECTIONS: Readonly<Record<string, string>> = {
  start: 'Get started',
  clients: 'Clients',
  archivists: 'Archivists',
  operators: 'Operators',
  authors: 'Plugin authors',
  performance: 'Performance',
  project: 'Project',
  '': 'Pages',
};

const REFERENCE = 'reference';

/** Returns the first heading of a page, without markup. Undefined if it has none. */
export const headingOf = (markdown: string): string | undefined =>
  /^# (.+)$/m
    .exec(markdown)?.[1]
    ?.replaceAll(/[`*]|\{#[\w-]+\}/g, '')
    .trim();

/**
 * Returns the sidebars by path. Pages of the guide have the sidebar of all sections. Reference pages have one with the pages of their own
 * folder, because a list of all of them would be too long. `start`: the Markdown of the start page. Pages of a section have the order in
 * which the start page links them last, then that of their file names.
 */
export function sidebars(unordered: readonly OutlinePage[], start = ''): Sidebars {
  const linked = [...start.matchAll(/\]\(([^)#]+)\.md(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
  const placeOf = ({ path }: OutlinePage): number => (linked.includes(path) ? linked.lastIndexOf(path) : linked.length);
  const pages = unordered.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.path < b.path ? -1 : 1));
  const folders = Map.groupBy(pages, folderOf);
  const guide = [...Object.keys(SECTIONS), ...folders.keys()].filter(
    (folder, at, all) => all.indexOf(folder) === at && !isReference(folder),
  );
  const link: SidebarItem = { text: 'Reference', link: `/${REFERENCE}/` };
  const groups = [...new Set(unordered.map(folderOf))].filter(folder => folder.startsWith(`${REFERENCE}/`));
  const groupItems = groups.map(folder => ({ text: titleOfFolder(folders, folder), link: `/${folder}/` }));
  const referenceBar = (open: string): SidebarItem[] => [
    { text: 'Guide', link: '/' },
    ...sectionOf(folders, REFERENCE, 'Reference'),
    { text: 'API', items: groupItems },
    ...(open === REFERENCE ? [] : sectionOf(folders, open, titleOfFolder(folders, open))),
  ];
  return {
    ...Object.fromEntries(groups.map(folder => [`/${folder}/`, referenceBar(folder)])),
    [`/${REFERENCE}/`]: referenceBar(REFERENCE),
    '/': [...guide.flatMap(folder => sectionOf(folders, folder, SECTIONS[folder] ?? titleOfFolder(folders, folder))), link],
  };
}

/** Returns the text of the file `llms.txt`: links to the Markdown of all pages, by section. The links are relative to its own address. */
export function overviewOf(bars: Sidebars): string {
  const lines = ['# wikiquery', '', "> MediaWiki's query API as a standalone server", ''];
  const { '/': guide = [], [`/${REFERENCE}/`]: reference = [], ...groups } = bars;
  const sections = [...guide, ...reference, ...Object.values(groups).flatMap(items => items.slice(-1))];
  for (const { text, link, items } of sections) {
    // A link to another sidebar, or the list of the groups, which follow.
    if (!items || items.every(item => item.link?.endsWith('/'))) continue;
    const all = link === undefined ? items : [{ text, link }, ...items];
    lines.push(`## ${text}`, '', ...all.map(item => `- [${item.text}](${markdownOf(item.link ?? '')})`), '');
  }
  return lines.join('\n');
}

/** Returns the relative address of the Markdown of a page: `/reference/list/` is `reference/list/index.md`. */
const markdownOf = (link: string): string => `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`;

const folderOf = ({ path }: OutlinePage): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const isReference = (folder: string): boolean => folder === REFERENCE || folder.startsWith(`${REFERENCE}/`);

type Folders = ReadonlyMap<string, readonly OutlinePage[]>;

/** Returns the section of a folder. Its heading leads to the index of the folder, if there is one. */
function sectionOf(folders: Folders, folder: string, text: string): SidebarItem[] {
  const pages = (folders.get(folder) ?? []).filter(({ path }) => path !== 'index');
  const items = itemsOf(pages.filter(page => !isIndex(page)));
  return pages.length === 0 ? [] : [{ text, ...(pages.some(isIndex) && { link: `/${folder}/` }), items }];
}

const titleOfFolder = (folders: Folders, folder: string): string =>
  (folders.get(folder) ?? []).find(({ path }) => path === `${folder}/index`)?.title ?? folder;

/** Returns the items of a folder. */
const itemsOf = (pages: readonly OutlinePage[]): SidebarItem[] => pages.map(({ path, title }) => ({ text: title, link: `/${path}` }));

const isIndex = ({ path }: OutlinePage): boolean => /(?:^|\/)index$/.test(path);
