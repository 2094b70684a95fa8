import type { Env, Title } from '@wikiquery/core';
import { Yielder } from '@wikiquery/core/host';
import { directionOf } from '@wikiquery/languages';
import { loadTargets } from './pages.ts';
import { type CommentContext, parse } from './parse.ts';
import { render } from './render.ts';
import { type CommentWording, wordingOf } from './wording.ts';

export { addComment } from './add-comment.ts';
export { anchor, escapeComment } from './html.ts';
export { type CommentWording, wordingOf } from './wording.ts';

/** A comment to convert to HTML. */
export interface CommentText {
  readonly text: string;
  /** Page that the comment is about. Sections, subpages and fragments are resolved against it. */
  readonly title?: Title | undefined;
  /** Whether the comment is shown on that page, so that links to its sections need only a fragment. Default: false. */
  readonly isOnPage?: boolean;
}

/** Options of {@link formatComments}. */
export interface CommentOptions {
  /** Separators and tooltips. Default: MediaWiki's messages in the wiki's content language. */
  readonly wording?: CommentWording;
  /** Whether a missing page in the MediaWiki namespace is an interface message, whose link is not red. Default: never. */
  readonly isMessage?: (dbkey: string) => boolean;
}

/** Converts comments to HTML as MediaWiki's `CommentFormatter` does. One query finds the linked pages of all comments. */
export const formatComments = async (
  env: Pick<Env, 'db' | 'site' | 'titles' | 'lang'> & Partial<Pick<Env, 'filesElsewhere'>>,
  comments: readonly CommentText[],
  { wording = wordingOf(env.site.lang), isMessage = () => false }: CommentOptions = {},
): Promise<string[]> => {
  if (comments.length === 0) return [];
  const { site, titles } = env;
  const context: Omit<CommentContext, 'isOnPage'> = { site, titles, wording, rightToLeft: directionOf(env.lang) === 'rtl' };
  const yielder = new Yielder();
  const parsed = await yielder.map(comments, ({ text, title, isOnPage = false }) => parse(text, title, { ...context, isOnPage }));
  const links = parsed.flatMap(comment => comment.filter(part => typeof part !== 'string'));
  const known = await loadTargets(env, links);
  return yielder.map(parsed, comment => render(comment, { site, titles, wording, known, isMessage }));
};

/** Converts the comments of rows to HTML, by row. `commentOf` returns undefined for a comment that the user may not see. */
export async function formatCommentsOf<Row>(
  env: Parameters<typeof formatComments>[0],
  rows: readonly Row[],
  commentOf: (row: Row) => CommentText | undefined,
): Promise<ReadonlyMap<Row, string>> {
  const comments = new Map<Row, CommentText>();
  for (const row of rows) {
    const comment = commentOf(row);
    if (comment !== undefined) comments.set(row, comment);
  }
  const htmls = await formatComments(env, [...comments.values()]);
  return new Map(Array.from(comments.keys(), (row, at) => [row, htmls[at] as string]));
}
