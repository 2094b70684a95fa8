import { estimateTokens } from '@wikiquery/markdown';
import { z } from 'zod';
import { readCursor, writeCursor } from './cursor.ts';
import { explainFailure } from './failures.ts';
import { findRevision } from './history.ts';
import { format, type PageName, parsePage, type ReadText, readMarkdown, readText, type TextFormat, unknownSection } from './page-text.ts';
import { plainText } from './plain-text.ts';
import { revision } from './revisions.ts';
import { takeTokens } from './text-budget.ts';
import { cursor, defineTool, nextCursor, type ToolContext, title, tokens } from './tool.ts';

const text = {
  title: z.string(),
  pageid: z.number().int(),
  revision: z.number().int().optional().describe('Revision of the text'),
  redirectedFrom: z.string().optional(),
  format: z.string(),
  text: z.string(),
  tokens: z.number().int().describe('Tokens of this part'),
  nextCursor: nextCursor(),
};

/** The text of a page. */
export const getPage = defineTool({
  name: 'get-page',
  title: 'Read a page',
  description:
    'Read a page as Markdown (default), wikitext, HTML or plain text: the whole page, the lead before the first heading, or named sections. A text over maxTokens continues at nextCursor. Read get-outline first if a page is long. URLs in links are relative to the wiki; the title in a link is the title of a page.',
  input: z.object({
    title: title(),
    part: z.enum(['all', 'lead']).default('all').describe('Part of the page, unless sections are named'),
    sections: z.array(z.string().min(1).max(500)).min(1).max(20).optional().describe('Headings of sections, with their subsections'),
    format: format(),
    maxTokens: tokens(3000),
    cursor: cursor(),
  }),
  output: z.object(text),
  async run({ cursor: given, ...args }, context) {
    const { revision: kept } = readCursor('get-page', args, given);
    const page: PageName = typeof kept === 'number' ? { revision: kept } : { title: args.title };
    return readPart('get-page', page, args, given, context);
  },
});

interface TextArguments {
  readonly part?: 'all' | 'lead';
  readonly sections?: readonly string[] | undefined;
  readonly format: TextFormat;
  readonly maxTokens: number;
}

/** Returns the part of a text that fits into the budget. The cursor keeps the revision, so that all parts are of the same text. */
async function readPart(tool: string, page: PageName, args: TextArguments, given: string | undefined, context: ToolContext) {
  const { part = 'all', sections, format, maxTokens } = args;
  if (format === 'markdown') {
    const cursor = Number(readCursor(tool, args, given).offset ?? 0);
    const read = await readMarkdown(page, { part, sections, tokens: maxTokens, cursor }, context);
    const nextCursor = read.next === undefined ? undefined : writeCursor(tool, args, { ...keptOf(read), offset: read.next });
    return resultOf(tool, format, read, nextCursor);
  }
  const whole = sections
    ? await readSections(page, sections, format, context)
    : await readText(page, format, context, part === 'lead' ? '0' : undefined);
  const { text, nextCursor } = takeTokens(tool, args, whole.text, maxTokens, given, keptOf(whole));
  return resultOf(tool, format, { ...whole, text }, nextCursor);
}

const keptOf = ({ revision }: ReadText): { revision?: number } => (revision === undefined ? {} : { revision });

function resultOf(tool: string, format: TextFormat, { title, pageid, revision, redirectedFrom, text }: ReadText, nextCursor?: string) {
  const data = { title, pageid, revision, redirectedFrom, format, text, tokens: estimateTokens(text), nextCursor };
  const heading = `Page "${title}", revision ${revision ?? 'unknown'}${redirectedFrom === undefined ? '' : `, redirected from "${redirectedFrom}"`}`;
  const end = nextCursor === undefined ? '' : `\n\n[The text continues. Call ${tool} again with the cursor ${nextCursor}]`;
  return { data, text: `${heading}\n\n${text}${end}` };
}

/** Reads sections by their headings, each with its subsections. Throws a ToolError for unknown headings. */
async function readSections(
  page: PageName,
  headings: readonly string[],
  format: Exclude<TextFormat, 'markdown'>,
  context: ToolContext,
): Promise<ReadText> {
  const { title, revid, redirects, sections = [] } = await parsePage(page, ['sections', 'revid'], context);
  const keyOf = (heading: string): string => plainText(heading).toLowerCase();
  // All sections must be of the same revision.
  const fixed: PageName = revid ? { revision: revid } : page;
  const parts: ReadText[] = [];
  for (const heading of headings) {
    const found = sections.find(({ line, anchor, number }) => keyOf(line) === keyOf(heading) || anchor === heading || number === heading);
    if (!found || found.index === '')
      throw unknownSection(
        title,
        heading,
        sections.map(({ line }) => plainText(line)),
      );
    parts.push(await readText(fixed, format, context, found.index));
    await context.progress(parts.length, headings.length, `Read section "${heading}"`);
  }
  const [first] = parts as [ReadText];
  return { ...first, redirectedFrom: redirects?.[0]?.from, text: parts.map(({ text }) => text).join('\n\n') };
}

/** The text of one revision, which may be old. */
export const getRevision = defineTool({
  name: 'get-revision',
  title: 'Read a revision',
  description: 'Read one revision of a page, with its author, time and edit summary. get-history lists revisions.',
  input: z.object({
    revision: z.number().int().min(1).describe('Revision id'),
    format: format(),
    maxTokens: tokens(3000),
    cursor: cursor(),
  }),
  output: z.object({ ...text, metadata: revision }),
  async run({ cursor: given, ...args }, context) {
    const { revision: metadata } = await findRevision(args.revision, context);
    const { data, text } = await readPart('get-revision', { revision: args.revision }, args, given, context);
    const by = [metadata.user && `by ${metadata.user}`, metadata.timestamp, metadata.comment && `(${metadata.comment})`];
    return { data: { ...data, metadata }, text: `Edit ${by.filter(Boolean).join(', ')}\n${text}` };
  },
});

/** The headings of a page. */
export const getOutline = defineTool({
  name: 'get-outline',
  title: 'Show the headings of a page',
  description: 'List the sections of a page with their levels and sizes. Read some of them with get-page and "sections".',
  input: z.object({ title: title() }),
  output: z.object({
    title: z.string(),
    pageid: z.number().int(),
    revision: z.number().int().optional(),
    sections: z.array(
      z.object({
        heading: z.string(),
        level: z.number().int(),
        number: z.string().describe('Number in the table of contents, such as 2.1'),
        anchor: z.string(),
        bytes: z.number().int().optional().describe('Bytes of the wikitext, without subsections'),
      }),
    ),
    isComplete: z.boolean().describe('False if the page has more sections'),
  }),
  async run(args, context) {
    const { title, pageid = 0, revid, sections: all = [] } = await parsePage({ title: args.title }, ['sections', 'revid'], context);
    const sections = all.slice(0, MOST_SECTIONS).map(({ line, level, number, anchor, byteoffset }, at) => {
      const next = all[at + 1]?.byteoffset;
      const bytes = typeof byteoffset === 'number' && typeof next === 'number' ? { bytes: next - byteoffset } : {};
      return { heading: plainText(line).slice(0, 300), level: Number(level), number, anchor, ...bytes };
    });
    return { data: { title, pageid, revision: revid, sections, isComplete: all.length === sections.length } };
  },
});

/** Maximum number of sections in an outline. */
const MOST_SECTIONS = 300;

/** The leads of several pages. */
export const getPages = defineTool({
  name: 'get-pages',
  title: 'Read the leads of several pages',
  description: 'Read the text before the first heading of up to 20 pages. Read a whole page with get-page.',
  input: z.object({
    titles: z.array(title()).min(1).max(20).describe('Titles of pages'),
    format: format(),
    maxTokensPerPage: z.number().int().min(50).max(2000).default(150).describe('Maximum tokens for each page'),
  }),
  output: z.object({
    pages: z.array(
      z.object({
        title: z.string(),
        pageid: z.number().int().optional(),
        revision: z.number().int().optional(),
        redirectedFrom: z.string().optional(),
        text: z.string().optional(),
        isComplete: z.boolean().optional().describe('False if the lead is longer'),
        problem: z.string().optional().describe('Why the page cannot be read'),
      }),
    ),
  }),
  async run(args, context) {
    const pages: Awaited<ReturnType<typeof leadOf>>[] = [];
    for (const [done, title] of args.titles.entries()) {
      pages.push(await leadOf(title, args.format, args.maxTokensPerPage, context));
      await context.progress(done + 1, args.titles.length, `Read "${title}"`);
    }
    return { data: { pages } };
  },
});

async function leadOf(title: string, format: TextFormat, most: number, context: ToolContext) {
  try {
    const { data } = await readPart('get-pages', { title }, { part: 'lead', format, maxTokens: most }, undefined, context);
    const { pageid, revision, redirectedFrom, text, nextCursor } = data;
    return { title: data.title, pageid, revision, redirectedFrom, text, isComplete: nextCursor === undefined };
  } catch (error) {
    context.signal.throwIfAborted();
    const problem = explainFailure(error);
    if (problem === undefined) throw error;
    return { title, problem };
  }
}
