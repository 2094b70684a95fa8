/** A page of the documentation. */
export interface OutlinePage {
  /** Path without the extension: `start/install`. */
  readonly path: string;
  readonly title: string;
}

interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** Folders of the documentation in the order of the sidebar, with the headings of their sections. */
const SECTIONS: Readonly<Record<string, string>> = {
  '': 'Guide',
  start: 'Get started',
  clients: 'Clients',
  archivists: 'Archivists',
  operators: 'Operators',
  authors: 'Plugin authors',
  performance: 'Performance',
  project: 'Project',
};

const REFERENCE = 'reference';

/** Returns the first heading of a page, without markup. Undefined if it has none. */
export const headingOf = (markdown: string): string | undefined => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll(/[`*]|\{#[\w-]+\}/g, '').trim();

/**
 * Returns the sidebars by path. Pages of the guide have the sidebar of all sections. Reference pages have one with the pages of their own
 * folder, because a list of all of them would be the larger part of each page.
 */
export function sidebars(pages: readonly OutlinePage[]): Readonly<Record<string, readonly SidebarItem[]>> {
  const folders = Map.groupBy(pages, ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const guide = [...Object.keys(SECTIONS), ...folders.keys()].filter((folder, at, all) => all.indexOf(folder) === at && !isReference(folder));
  const link: SidebarItem = { text: 'Reference', link: `/${REFERENCE}/` };
  const server = itemsOf(folders.get(REFERENCE) ?? []);
  const groups = [...folders.keys()].filter(folder => folder.startsWith(`${REFERENCE}/`));
  const groupItems = groups.map(folder => ({ text: titleOfFolder(folders, folder), link: `/${folder}/` }));
  const referenceBar = (open: string): readonly SidebarItem[] => [
    { text: 'Guide', link: '/' },
    { text: 'Server', items: server },
    { text: 'API', items: groupItems },
    ...(open === REFERENCE ? [] : [{ text: titleOfFolder(folders, open), items: itemsOf(folders.get(open) ?? []) }]),
  ];
  return {
    ...Object.fromEntries(groups.map(folder => [`/${folder}/`, referenceBar(folder)])),
    [`/${REFERENCE}/`]: referenceBar(REFERENCE),
    '/': [...guide.flatMap(folder => sectionOf(folders, folder)), link],
  };
}

const isReference = (folder: string): boolean => folder === REFERENCE || folder.startsWith(`${REFERENCE}/`);

type Folders = ReadonlyMap<string, readonly OutlinePage[]>;

function sectionOf(folders: Folders, folder: string): SidebarItem[] {
  const pages = (folders.get(folder) ?? []).filter(({ path }) => path !== 'index');
  return pages.length === 0 ? [] : [{ text: SECTIONS[folder] ?? titleOfFolder(folders, folder), items: itemsOf(pages) }];
}

const titleOfFolder = (folders: Folders, folder: string): string =>
  (folders.get(folder) ?? []).find(({ path }) => path === `${folder}/index`)?.title ?? folder;

/** Returns the items of a folder: its index, then the others by file name. */
const itemsOf = (pages: readonly OutlinePage[]): SidebarItem[] =>
  pages
    .toSorted((a, b) => Number(isIndex(b)) - Number(isIndex(a)) || (a.path < b.path ? -1 : 1))
    .map(({ path, title }) => ({ text: title, link: `/${path.replace(/(^|\/)index$/, '$1')}` }));

const isIndex = ({ path }: OutlinePage): boolean => /(?:^|\/)index$/.test(path);
