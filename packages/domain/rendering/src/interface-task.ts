import { type PageHost, type PageTask, render } from './page-task.ts';

export interface InterfaceTask extends Pick<PageTask, 'context' | 'userLanguage'> {
  readonly texts: readonly string[];
}

export function renderTexts({ texts, ...task }: InterfaceTask, host: PageHost): Promise<string[]> {
  const batchedHost = batched(host);
  const html = async (text: string): Promise<string> =>
    (await render({ ...task, text, isRedirect: false, hasEditLinks: false, toc: 'none' }, batchedHost)).html;
  return Promise.all(texts.map(html));
}

function batched(host: PageHost): PageHost {
  const files = batchLookups(host.files);
  const pages = batchLookups(host.pages);
  const messages = new Map<string, Promise<string>>();
  const overrides: Pick<PageHost, 'files' | 'pages' | 'message'> = {
    files: async names => {
      const { results, from } = await files(names);
      return results.slice(from, from + names.length);
    },
    // Returns the pages of all callers. Each caller selects its own pages.
    pages: async titles => (await pages(titles)).results,
    message(key, params) {
      const name = JSON.stringify([key, ...params]);
      const known = messages.get(name) ?? host.message(key, params);
      messages.set(name, known);
      return known;
    },
  };
  // A proxy, because host functions cannot be enumerated.
  return new Proxy(host, { get: (all, name) => Reflect.get(name in overrides ? overrides : all, name) });
}

/** Combines the lookups of one event-loop tick into a batch. `from`: index of the caller's first item in the batch. */
function batchLookups<T, R>(lookUp: (items: readonly T[]) => Promise<R>): (items: readonly T[]) => Promise<{ results: R; from: number }> {
  let next: { readonly items: T[]; readonly results: Promise<R> } | undefined;
  return async some => {
    if (!next) {
      const items: T[] = [];
      const results = new Promise(setImmediate).then(() => {
        next = undefined;
        return lookUp(items);
      });
      next = { items, results };
    }
    const { items, results } = next;
    const from = items.length;
    for (const item of some) items.push(item);
    return { results: await results, from };
  };
}
