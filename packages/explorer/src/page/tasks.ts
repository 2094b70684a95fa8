import type { ApiParams } from '../request/request.ts';
import { isList, isObject } from '../wiki/ask.ts';
import type { SiteInfo } from '../wiki/description.ts';
import { selectedModules } from '../wiki/selection.ts';
import type { MessageKey } from './locale.ts';
import { askWiki, modules } from './wiki.ts';

/** An example request for newcomers. */
export interface Task {
  readonly key: MessageKey;
  readonly about: MessageKey;
  readonly request: ApiParams;
}

/** Returns the first five tasks whose modules the wiki has. */
export async function tasksOf(site: SiteInfo): Promise<Task[]> {
  const page = site.general.mainpage;
  const category = await someCategory();
  const all: Task[] = [
    ...(category === undefined
      ? []
      : [task('category', { generator: 'categorymembers', gcmtitle: category, gcmlimit: '20', prop: 'images|info', inprop: 'url' })]),
    task('changes', { list: 'recentchanges', rcprop: 'title|user|timestamp|sizes|comment|ids', rclimit: '50' }),
    task('history', { prop: 'revisions', titles: page, rvprop: 'ids|timestamp|user|comment|size', rvlimit: '50' }),
    task('links', { prop: 'links|linkshere|categories', titles: page, pllimit: '50', lhlimit: '50', cllimit: '50' }),
    task('files', { generator: 'allimages', gailimit: '24', prop: 'imageinfo', iiprop: 'url|size|mime|timestamp|user', iiurlwidth: '240' }),
    task('search', { list: 'search', srsearch: page.replace(/^[^:]*:/, ''), srlimit: '20', srprop: 'size|wordcount|timestamp' }),
    task('pages', { list: 'allpages', aplimit: '50' }),
    task('users', { list: 'allusers', auprop: 'editcount|registration|groups', aulimit: '50' }),
    task('site', { meta: 'siteinfo', siprop: 'general|namespaces|statistics' }),
  ];
  return all.filter(({ request }) => hasModules(request)).slice(0, MOST_TASKS);
}

const MOST_TASKS = 5;

const task = (
  name: 'category' | 'changes' | 'files' | 'history' | 'links' | 'pages' | 'search' | 'site' | 'users',
  request: ApiParams,
): Task => ({
  key: `task-${name}`,
  about: `task-${name}-about`,
  request: { action: 'query', format: 'json', formatversion: '2', ...request },
});

/** Whether the wiki has all named modules. */
function hasModules(request: ApiParams): boolean {
  const names = ['prop', 'list', 'meta', 'generator'].flatMap(parameter => request[parameter]?.split('|') ?? []);
  const found = new Set(selectedModules(request, modules).map(({ by }) => by?.value));
  return names.every(name => found.has(name));
}

/** Returns the title of a category with at least three pages, if there is one. */
async function someCategory(): Promise<string | undefined> {
  if (!modules.has('query+allcategories')) return undefined;
  const { json } = await askWiki({ action: 'query', generator: 'allcategories', gacmin: '3', gaclimit: '10' });
  const pages = isObject(json) && isObject(json.query) && isList(json.query.pages) ? json.query.pages : [];
  const titles = pages.flatMap(page => (isObject(page) && typeof page.title === 'string' ? page.title : []));
  return titles[0];
}
