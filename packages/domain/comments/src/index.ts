import type { Env, Title } from '@wikiquery/core';
import { Yielder } from '@wikiquery/core/host';
import { directionOf } from '@wikiquery/languages';
import { loadTargets } from './pages.ts';
import type { CommentContext } from './parse.ts';
import { parse } from './parse.ts';
import { render } from './render.ts';
import { type CommentWording, wordingOf } from './wording.ts';

export { addComment } from './add-comment.ts';
export { anchor, escapeComment } from './html.ts';
export { type CommentWording, wordingOf } from './wording.ts';

export interface CommentText {
  readonly text: string;
  /** The page that the comment is about; its sections and subpages can be linked without naming it. */
  readonly title?: Title | undefined;
  /** It is shown on that page: links to its sections need no address. */
  readonly isOnPage?: boolean;
}

export interface CommentOptions {
  /** Default: MediaWiki's, in the language of the wiki. */
  readonly wording?: CommentWording;
  /** Whether the software has a text for a page of namespace MediaWiki that nobody created; such links are not red. Default: never. */
  readonly isMessage?: (dbkey: string) => boolean;
}

/**
 * Comments as HTML, the way `parsedcomment` shows them: escaped, with section links and wiki links. All pages that the comments link are looked
 * up together, in one query for any number of comments, and in none when there is no link.
 */
export const formatComments = async (
  env: Pick<Env, 'db' | 'site' | 'titles' | 'lang'> & Partial<Pick<Env, 'filesElsewhere'>>,
  comments: readonly CommentText[],
  { wording = wordingOf(env.site.lang), isMessage = () => false }: CommentOptions = {},
): Promise<string[]> => {
  if (comments.length === 0) return [];
  const { site, titles } = env;
  const context: Omit<CommentContext, 'isOnPage'> = { site, titles, wording, rightToLeft: directionOf(env.lang) === 'rtl' };
  // Five hundred comments may hold as many links as a long page.
  const yielder = new Yielder();
  const parsed = await yielder.map(comments, ({ text, title, isOnPage = false }) => parse(text, title, { ...context, isOnPage }));
  const links = parsed.flatMap(comment => comment.filter(part => typeof part !== 'string'));
  const known = await loadTargets(env, links);
  return yielder.map(parsed, comment => render(comment, { site, titles, wording, known, isMessage }));
};

/** The same for the comments of rows, by row. `commentOf` gives undefined where the reader may see no comment. */
export async function formatCommentsOf<Row>(
  env: Parameters<typeof formatComments>[0],
  rows: readonly Row[],
  commentOf: (row: Row) => CommentText | undefined,
): Promise<ReadonlyMap<Row, string>> {
  const commented: Row[] = [];
  const comments: CommentText[] = [];
  for (const row of rows) {
    const comment = commentOf(row);
    if (comment === undefined) continue;
    commented.push(row);
    comments.push(comment);
  }
  const htmls = await formatComments(env, comments);
  return new Map(commented.map((row, at) => [row, htmls[at] as string]));
}
