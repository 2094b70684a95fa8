import { fetchBounded } from '@wikiquery/client/fetch';
import { computed, ref, shallowReactive, shallowRef } from 'vue';
import type { ApiParams } from '../request/request.ts';
import { ask, isList, isObject, type JsonObject, type JsonValue, type WikiApi, type WikiResponse } from '../wiki/ask.ts';
import type { ModuleDescription, SiteInfo } from '../wiki/description.ts';
import { language, t } from './locale.ts';

/** The API of the wiki that `?api=` specifies, or the API of the page's own server. */
export const api: WikiApi = apiOf(new URLSearchParams(location.search).get('api'));

function apiOf(named: string | null): WikiApi {
  const other = named === null ? null : URL.parse(named);
  const own = new URL(location.pathname.replace(/(?:explorer\/?)?[^/]*$/, 'api.php'), location.origin);
  if (!other || !isServer(other) || other.href === own.href) return { address: own.href, isOwn: true };
  return { address: other.origin + other.pathname, isOwn: other.origin === location.origin };
}

/** Whether the page's Content-Security-Policy allows requests to a server. */
function isServer({ protocol, host: name }: URL): boolean {
  return /^https?:$/.test(protocol) && /^[\w.:[\]-]+$/.test(name);
}

export const host = new URL(api.address).host;

/** Returns the URL of this page for another wiki, or for the wiki of its own server if `address` is undefined. */
export function addressOfWiki(address: string | undefined): string {
  const parameters = new URLSearchParams(location.search);
  if (address === undefined) parameters.delete('api');
  else parameters.set('api', address);
  const query = parameters.toString();
  return location.pathname + (query === '' ? '' : `?${query}`);
}

export const modules = shallowReactive(new Map<string, ModuleDescription>());
export const site = shallowRef<SiteInfo>();
/** Reason why the wiki cannot be shown. */
export const failure = ref<string>();
export const isReady = computed(() => site.value !== undefined && modules.has('main'));

/** Query modules except internal modules, sorted by name. */
export const shown = computed(() =>
  [...modules.values()].filter(({ path, internal }) => path.startsWith('query+') && !internal).sort((a, b) => (a.name < b.name ? -1 : 1)),
);

export const askWiki = (request: ApiParams, signal?: AbortSignal, post = false): Promise<WikiResponse> =>
  ask(api, { formatversion: '2', ...request }, { ...(signal && { signal }), post });

/** Loads the site information and the modules of the wiki in two requests. */
export async function learn(): Promise<void> {
  try {
    await Promise.all([learnSite(), learnModules(['main', 'json', 'query', 'query+*'])]);
    if (!site.value || !modules.has('main')) failure.value = t('failure-silent', api.address);
  } catch {
    failure.value = t('failure-unreachable', api.address);
  }
}

async function learnSite(): Promise<void> {
  const { json } = await askWiki({ action: 'query', meta: 'siteinfo', siprop: 'general|namespaces|statistics' });
  const query = isObject(json) && isObject(json.query) ? json.query : undefined;
  if (!query || !isObject(query.general)) return;
  site.value = { namespaces: {}, statistics: {}, ...query } as unknown as SiteInfo;
}

const requested = new Set<string>();

/** Loads the descriptions of modules that have not been requested yet. */
export async function learnModules(paths: readonly string[]): Promise<void> {
  const missing = paths.filter(path => !requested.has(path));
  if (missing.length === 0) return;
  for (const path of missing) requested.add(path);
  const { json } = await askWiki({
    action: 'paraminfo',
    modules: missing.join('|'),
    helpformat: 'wikitext',
    ...(language !== 'en' && { uselang: language }),
  });
  const info = isObject(json) && isObject(json.paraminfo) ? json.paraminfo.modules : undefined;
  for (const module of isList(info) ? info : [])
    if (isObject(module) && typeof module.path === 'string') modules.set(module.path, module as unknown as ModuleDescription);
}

const schemas = shallowReactive(new Map<string, JsonObject | undefined>());

/** Returns the result schema of a module; undefined until it is loaded, or if there is none. */
export function schemaOf({ group, name }: Pick<ModuleDescription, 'group' | 'name'>): JsonObject | undefined {
  if (group === undefined || group === 'format') return undefined;
  const path = `${group}/${name}`;
  if (!schemas.has(path)) {
    schemas.set(path, undefined);
    void loadSchema(path);
  }
  return schemas.get(path);
}

/** Loads a schema from the page's own server, if paraminfo identifies it as a server of this project. */
async function loadSchema(path: string): Promise<void> {
  if (!api.isOwn || modules.get('main')?.sourcename !== 'wikiquery') return;
  try {
    const response = await fetchBounded(new URL(`schema/${path}.json`, api.address));
    const schema = response.ok ? ((await response.json()) as JsonValue) : undefined;
    if (isObject(schema)) schemas.set(path, schema);
  } catch {
    // Without a schema, the columns come from the response.
  }
}
