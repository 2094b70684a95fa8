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

export interface CommentText {
  readonly text: string;
  /** The page of the comment. Links can refer to its sections and subpages. */
  readonly title?: Title | undefined;
  /** The comment appears on that page, so that links to sections need no URL. */
  readonly isOnPage?: boolean;
}

export interface CommentOptions {
  /** Default: MediaWiki's, in the language of the wiki. */
  readonly wording?: CommentWording;
  /** Whether a missing page of namespace MediaWiki is an interface message. Its link is not red. Default: never. */
  readonly isMessage?: (dbkey: string) => boolean;
}

/** Converts comments to HTML, as in `parsedcomment`: escaped, with links to sections and pages. One query finds all linked pages. */
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

/** Formats comments of rows. `commentOf` returns undefined if the user may not see the comment. */
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
