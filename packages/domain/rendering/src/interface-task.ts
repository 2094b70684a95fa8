/** What is done in the process for long tasks with texts of the software. */
import { type PageAsked, type PageTask, render } from './page-task.ts';

export interface InterfaceTask extends Pick<PageTask, 'place' | 'readerLanguage'> {
  readonly texts: readonly string[];
}

/** HTML of each text. What all of them ask for is asked at once. */
export function renderTexts({ texts, ...task }: InterfaceTask, asked: PageAsked): Promise<string[]> {
  const answered = together(asked);
  const html = async (text: string): Promise<string> =>
    (await render({ ...task, text, isRedirect: false, hasEditLinks: false, toc: 'none' }, answered)).html;
  return Promise.all(texts.map(html));
}

function together(asked: PageAsked): PageAsked {
  const files = gathered(asked.files);
  const pages = gathered(asked.pages);
  const messages = new Map<string, Promise<string>>();
  const own: Pick<PageAsked, 'files' | 'pages' | 'message'> = {
    files: async names => {
      const { answer, from } = await files(names);
      return answer.slice(from, from + names.length);
    },
    // More than each asked for; it takes its own.
    pages: async titles => (await pages(titles)).answer,
    message(key, params) {
      const name = JSON.stringify([key, ...params]);
      const known = messages.get(name) ?? asked.message(key, params);
      messages.set(name, known);
      return known;
    },
  };
  // Asked are those that the other process has: they cannot be listed.
  return new Proxy(asked, { get: (all, name) => Reflect.get(name in own ? own : all, name) });
}

/** Asks in one go for what is wanted in one turn; `from` is where the items of a caller begin. */
function gathered<T, R>(ask: (items: readonly T[]) => Promise<R>): (items: readonly T[]) => Promise<{ answer: R; from: number }> {
  let next: { readonly items: T[]; readonly answer: Promise<R> } | undefined;
  return async some => {
    if (!next) {
      const items: T[] = [];
      const answer = new Promise(setImmediate).then(() => {
        next = undefined;
        return ask(items);
      });
      next = { items, answer };
    }
    const { items, answer } = next;
    const from = items.length;
    for (const item of some) items.push(item);
    return { answer: await answer, from };
  };
}
