import { isolatedTask, type Requester } from '@wikiquery/tasks';
import { convert, type MarkdownOptions, type MarkdownPage } from './convert-task.ts';

export type { SizeBudget } from './budget.ts';
export type { LinkOptions } from './conversion.ts';
export type { MarkdownOptions, MarkdownPage } from './convert-task.ts';
export type { OutlineEntry } from './outline.ts';
export { estimateTokens } from './tokens.ts';

const isolatedConvert = isolatedTask<typeof convert>(import.meta.url, './convert-task', 'convert');

/**
 * Converts HTML of MediaWiki to GitHub Flavored Markdown: a whole page, sections of it, or a part within a budget. Long HTML is converted
 * in an isolated task; rejects with the errors of such tasks.
 */
export async function toMarkdown(html: string, options: MarkdownOptions, requester: Requester): Promise<MarkdownPage> {
  return html.length <= MAX_IN_PROCESS ? convert({ html, options }) : isolatedConvert({ html, options }, requester);
}

/** Converts HTML of MediaWiki to GitHub Flavored Markdown without an isolated task, for programs that do not serve clients meanwhile. */
export const convertInProcess = (html: string, options: MarkdownOptions): MarkdownPage => convert({ html, options });

/** Longest HTML that is converted in this process, in characters. It takes a few milliseconds. */
const MAX_IN_PROCESS = 4000;
