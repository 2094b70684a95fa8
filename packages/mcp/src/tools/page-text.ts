import { toMarkdown } from '@wikiquery/markdown';
import { z } from 'zod';
import { htmlToText } from './html-text.ts';
import { type PagesResponse, pageOf, requirePage } from './pages-response.ts';
import { ask, type ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** Formats of page texts. */
export const format = (): z.ZodDefault<z.ZodEnum<{ markdown: 'markdown'; wikitext: 'wikitext'; html: 'html'; text: 'text' }>> =>
  z.enum(['markdown', 'wikitext', 'html', 'text']).default('markdown').describe('Format of the text');

export type TextFormat = z.output<ReturnType<typeof format>>;

/** A page, by title or by revision. */
export type PageName = { readonly title: string } | { readonly revision: number };

export interface ParsedSection {
  /** Number for requests. A section of a transcluded template has a number that begins with `T`. */
  readonly index: string;
  readonly line: string;
  readonly level: string;
  readonly number: string;
  readonly anchor: string;
  readonly byteoffset?: number | null;
}

export interface ReadText {
  readonly title: string;
  readonly pageid: number;
  readonly revision: number | undefined;
  readonly text: string;
  readonly redirectedFrom: string | undefined;
}

interface ParseResponse {
  readonly parse?: {
    readonly title: string;
    readonly pageid?: number;
    readonly revid?: number;
    readonly redirects?: readonly { readonly from: string }[];
    readonly text?: string;
    readonly sections?: readonly ParsedSection[];
  };
}

type Parsed = NonNullable<ParseResponse['parse']>;

/** Parses a page with `action=parse`. Rejects with a WikiError if the page is missing or hidden. */
export async function parsePage(
  page: PageName,
  prop: readonly string[],
  { source, signal }: ToolContext,
  section?: string,
): Promise<Parsed> {
  const { parse } = (await source.wiki.request(
    {
      ...('title' in page ? { page: page.title, redirects: true } : { oldid: page.revision }),
      ...{ action: 'parse', prop, section, disableeditsection: true, disabletoc: true, disablelimitreport: true },
    },
    { signal },
  )) as unknown as ParseResponse;
  if (!parse) throw new ToolError('The wiki returned no page. Find its title with find-titles or search.');
  return parse;
}

/** Reads the text of a page, or of one section of it, in a format other than Markdown. */
export async function readText(
  page: PageName,
  format: Exclude<TextFormat, 'markdown'>,
  context: ToolContext,
  section?: string,
): Promise<ReadText> {
  if (format === 'wikitext') return readWikitext(page, context, section);
  const parsed = await parsePage(page, ['text', 'revid'], context, section);
  const html = parsed.text ?? '';
  return { ...headOf(parsed), text: format === 'html' ? html : htmlToText(html) };
}

/** Reads a page, or its lead, as Markdown. Throws a ToolError for unknown sections. */
export async function readMarkdown(
  page: PageName,
  { part, sections, tokens, cursor }: { readonly part: 'all' | 'lead'; readonly sections?: readonly string[] | undefined } & MarkdownBudget,
  context: ToolContext,
): Promise<ReadText & { readonly next: number | undefined }> {
  const isLead = part === 'lead' && !sections;
  const parsed = await parsePage(page, ['text', 'revid'], context, isLead ? '0' : undefined);
  const { source, signal } = context;
  const options = { sections, budget: { tokens }, cursor };
  const { markdown, next, missing, outline } = await toMarkdown(parsed.text ?? '', options, { ...source.requester, signal });
  if (missing.length > 0)
    throw unknownSection(
      parsed.title,
      missing[0] as string,
      outline.map(({ title }) => title),
    );
  return { ...headOf(parsed), text: markdown, next };
}

interface MarkdownBudget {
  /** Maximum estimated tokens. */
  readonly tokens: number;
  /** Value of `next` of the part before. */
  readonly cursor?: number | undefined;
}

const headOf = ({ title, pageid = 0, revid, redirects }: Parsed): Omit<ReadText, 'text'> => ({
  ...{ title, pageid, revision: revid, redirectedFrom: redirects?.[0]?.from },
});

/** Returns the error for a heading that a page does not have. */
export function unknownSection(page: string, heading: string, headings: readonly string[]): ToolError {
  const known = headings.slice(0, 40).map(each => `"${each}"`);
  const advice = known.length > 0 ? `It has the sections ${known.join(', ')}.` : 'It has no sections: leave out "sections".';
  return new ToolError(`The page "${page}" has no section "${heading}". ${advice}`);
}

interface ContentRevision {
  readonly revid: number;
  readonly slots?: { readonly main?: { readonly content?: string; readonly texthidden?: boolean } };
}

async function readWikitext(page: PageName, context: ToolContext, section: string | undefined): Promise<ReadText> {
  if (section !== undefined && !/^\d+$/.test(section))
    throw new ToolError('This section comes from a template, so the page has no wikitext of it. Use the format markdown.');
  const response = await ask<PagesResponse>(context, {
    ...{ prop: 'revisions', rvprop: ['ids', 'content'], rvslots: 'main', rvsection: section },
    ...('title' in page ? { titles: page.title, redirects: true } : { revids: page.revision }),
  });
  const found = requirePage(pageOf(response), 'title' in page ? page.title : `of revision ${page.revision}`);
  const [revision] = (found.revisions ?? []) as readonly ContentRevision[];
  const text = revision?.slots?.main?.content;
  if (text === undefined) throw new ToolError('The wiki hides the text of this revision. List other revisions with get-history.');
  return {
    ...{ title: found.title, pageid: found.pageid ?? 0, revision: revision?.revid, text },
    redirectedFrom: response.query?.redirects?.[0]?.from,
  };
}
