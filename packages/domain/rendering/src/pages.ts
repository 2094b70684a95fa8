import { type PageRow, type Title, Turns, titleKey } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';
import { pagesByTitle } from '@wikiquery/pages';
import { isolatedTask } from '@wikiquery/tasks';
import { askedOf, placeOf } from '@wikiquery/wikitext';
import { pageContext, type RenderingEnv } from './context.ts';
import { fileFacts } from './file-facts.ts';
import type { RenderedPage, render } from './page-task.ts';

const renderApart = isolatedTask<typeof render>(import.meta.url, './page-task', 'render');

export interface PageText {
  readonly text: string;
  /** The page on which it stands. */
  readonly title: Title;
  readonly revision?: number | undefined;
  readonly language: string;
  readonly isRedirect: boolean;
  readonly messages?: Messages | undefined;
  readonly hasEditLinks: boolean;
  readonly hasToc: boolean;
}

/**
 * Wikitext as HTML in the form of MediaWiki's parser, with what it links to. Nothing hidden is transcluded, whoever asks. It is made apart from the main
 * thread; rejects as isolated tasks do.
 */
export async function renderPage(env: RenderingEnv, page: PageText): Promise<RenderedPage> {
  const { text, title, revision, language, isRedirect, messages, hasEditLinks, hasToc } = page;
  const context = await pageContext(env, { title, revision, language, messages });
  const task = { text, place: placeOf(context), isRedirect, hasEditLinks, hasToc, isWrapped: env.site.since('1.44') };
  return renderApart(task, env.request, {
    ...askedOf(context),
    pages: async titles => (await pagesAmong(env, titles)).map(page => [titleKey(page.namespace, page.dbkey), page.isRedirect]),
    files: async names => {
      const found = await fileFacts(env, names);
      return names.map(name => found.get(name));
    },
  });
}

/** Titles in one query. */
const MOST_AT_ONCE = 500;

/** Those of any number of titles that have a page. Others have their turn in between. */
export const pagesAmong = ({ db }: Pick<RenderingEnv, 'db'>, titles: readonly Title[]): Promise<PageRow[]> =>
  inTurns(titles, some => pagesByTitle(db, some));

/** Does something with any number of items, some at a time. Others have their turn in between. */
export async function inTurns<T, R>(items: readonly T[], work: (some: readonly T[]) => readonly R[] | Promise<readonly R[]>): Promise<R[]> {
  const done: R[] = [];
  const turns = new Turns();
  for (let at = 0; at < items.length; at += MOST_AT_ONCE) {
    if (turns.areDue) await turns.pass();
    for (const each of await work(items.slice(at, at + MOST_AT_ONCE))) done.push(each);
  }
  return done;
}
