/** Parameters and responses of routes that return Markdown. */
import { hash } from 'node:crypto';
import { type Env, HttpError, type PageRow, p } from '@wikiquery/core';
import { type MarkdownOptions, type MarkdownPage, toMarkdown } from './index.ts';

/** Parameters of routes that return Markdown. */
export const MARKDOWN_PARAMS = {
  sections: p.string().help('`lead`, or numbers, titles or fragments of sections, separated by `|`. Default: the whole page.'),
  links: p
    .enum(['relative', 'absolute', 'text'])
    .default('relative')
    .help('How links are written: as paths, with the server name, or as text without a target.'),
  images: p.enum(['embed', 'link']).default('embed').help('Whether images are embedded, or only linked to their description pages.'),
  tokens: p.int({ min: 500, max: 1_000_000, enforce: true }).help('Approximate maximum number of tokens. Default: no limit.'),
  cursor: p.int({ min: 0, enforce: true }).help('Position after the previous part, with the same other parameters.'),
};

/** Media type of Markdown (RFC 7763). */
export const MARKDOWN_TYPE = { 'Content-Type': 'text/markdown; charset=utf-8; variant=GFM' };

interface GivenParams {
  readonly sections?: string | undefined;
  readonly links: 'relative' | 'absolute' | 'text';
  readonly images: 'embed' | 'link';
  readonly tokens?: number | undefined;
  readonly cursor?: number | undefined;
}

/** Returns an end of the entity tag that differs for each combination of parameters. */
export const markdownForm = (path: string, { sections, links, images, tokens, cursor }: GivenParams): string =>
  `${path}/${hash('sha1', JSON.stringify([sections, links, images, tokens, cursor])).slice(0, 10)}`;

/** Converts the HTML of a page. Throws a 404 error for sections that the page does not have. */
export async function pageMarkdown(
  { site, request }: Pick<Env, 'site' | 'request'>,
  page: PageRow,
  html: string,
  given: GivenParams,
): Promise<MarkdownPage> {
  const { sections, links, images, tokens, cursor } = given;
  const options: MarkdownOptions = {
    links: links === 'text' ? 'text' : 'target',
    images,
    baseUrl: links === 'absolute' ? site.urls.expand(site.urls.local(page)) : undefined,
    sections: sections === undefined || sections === 'lead' ? sections : sections.split('|'),
    budget: tokens === undefined ? undefined : { tokens },
    cursor,
  };
  const found = await toMarkdown(html, options, request);
  const [missing] = found.missing;
  if (missing !== undefined)
    throw new HttpError(404, 'rest-nonexistent-section', `The page has no section "${missing}". /with_markdown lists the sections.`);
  return found;
}
