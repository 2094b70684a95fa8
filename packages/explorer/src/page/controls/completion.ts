import type { ApiParams } from '../../request/request.ts';
import { isList, isObject, type JsonValue, textOf } from '../../wiki/ask.ts';
import { askWiki, modules } from '../wiki.ts';

/** Completes titles, users or tags, if the wiki has a module for it. */
export async function complete(kind: 'title' | 'user' | 'tag', text: string, signal: AbortSignal): Promise<string[]> {
  const source = SOURCES[kind].find(({ module }) => modules.has(`query+${module}`));
  if (!source || text.trim() === '') return [];
  const { json } = await askWiki({ action: 'query', list: source.module, ...source.request(text) }, signal);
  const query = isObject(json) ? json.query : undefined;
  const found: JsonValue | undefined = isObject(query) ? query[source.module] : undefined;
  return (isList(found) ? found : [])
    .flatMap(each => (isObject(each) ? textOf(each[source.key]) || [] : []))
    .filter(each => source.matches?.(each, text) ?? true);
}

interface CompletionSource {
  readonly module: string;
  readonly key: string;
  readonly request: (text: string) => ApiParams;
  readonly matches?: (found: string, text: string) => boolean;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const SOURCES: Readonly<Record<'title' | 'user' | 'tag', readonly CompletionSource[]>> = {
  title: [
    { module: 'prefixsearch', key: 'title', request: text => ({ pssearch: text, pslimit: '10', psnamespace: '*' }) },
    { module: 'allpages', key: 'title', request: text => ({ apprefix: capital(text), aplimit: '10' }) },
  ],
  user: [{ module: 'allusers', key: 'name', request: text => ({ auprefix: capital(text), aulimit: '10' }) }],
  tag: [
    {
      module: 'tags',
      key: 'name',
      request: () => ({ tglimit: '500' }),
      matches: (found, text) => found.toLowerCase().includes(text.toLowerCase()),
    },
  ],
};
