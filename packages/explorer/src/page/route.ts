import { computed, shallowRef } from 'vue';
import { decodeEscapes } from '../request/escapes.ts';
import { type ApiParams, parseRequest, printRequest } from '../request/request.ts';

/** The state of the page, which the fragment of the URL contains. */
export type PageRoute =
  | { readonly view: 'start' }
  | { readonly view: 'modules' }
  | { readonly view: 'module'; readonly path: string }
  | { readonly view: 'request'; readonly request: ApiParams; readonly tab: Tab | undefined };

/** Tab in which the result is shown. */
export type Tab = 'table' | 'tree' | 'json' | 'code';
const TABS: readonly string[] = ['table', 'tree', 'json', 'code'] satisfies Tab[];

export const route = shallowRef(readRoute());
window.addEventListener('popstate', () => {
  route.value = readRoute();
});

function readRoute(): PageRoute {
  const fragment = location.hash.slice(1);
  const [path = '', ...rest] = fragment.split('?');
  const [, view, detail] = path.split('/');
  if (view === 'modules') return { view };
  if (view === 'module' && detail) return { view, path: decodeEscapes(detail) };
  if (view !== 'request') return { view: 'start' };
  return { view, request: parseRequest(`?${rest.join('?')}`) ?? {}, tab: TABS.includes(detail ?? '') ? (detail as Tab) : undefined };
}

/** Returns the URL fragment of a route. It omits the parameters in `secret`. */
export function addressOf(to: PageRoute, secret: ReadonlySet<string> = new Set()): string {
  if (to.view === 'start') return '#/';
  if (to.view === 'modules') return '#/modules';
  if (to.view === 'module') return `#/module/${encodeURIComponent(to.path.toWellFormed()).replaceAll('%2B', '+')}`;
  const visible = Object.fromEntries(Object.entries(to.request).filter(([name]) => !secret.has(name)));
  return `#/request${to.tab === undefined ? '' : `/${to.tab}`}?${printRequest(visible)}`;
}

/** Opens a route. `isStep`: whether to add an entry to the browser history. */
export function go(to: PageRoute, { isStep = true, secret = new Set<string>() } = {}): void {
  const address = addressOf(to, secret);
  if (address === location.hash) history.replaceState(null, '', address);
  else if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  route.value = to;
}

export const request = computed<ApiParams>(() => (route.value.view === 'request' ? route.value.request : {}));
