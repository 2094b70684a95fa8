/** What is done in the process for long tasks. */
import type { Site } from '@wikiquery/core';
import {
  type ContextData,
  type ContextFunctions,
  contextOf,
  type Expansion,
  expansionHere,
  extensionTagsOf,
  preprocess,
  readRedirect,
  toSource,
  type WikitextContext,
} from '@wikiquery/wikitext';
import { fileNames } from './file-names.ts';
import { limitedHtml } from './limited-html.ts';
import { Markers } from './parse/markers.ts';
import { parseWikitext } from './parse/parse.ts';
import { plainWriter } from './parse/plain-writer.ts';
import { hasHeading, introOf, plainText } from './plain-text.ts';
import type { ReadingAsked } from './shared-reading.ts';

export interface ExtractTask {
  readonly text: string;
  readonly place: ContextData;
  readonly isRedirect: boolean;
  /** Only what stands before the first heading. */
  readonly isIntro: boolean;
  readonly forms: readonly ExtractForm[];
}

/** Plain text, or limited HTML. */
export type ExtractForm = keyof typeof WRITERS;

const WRITERS = { text: plainText, html: limitedHtml };

export type ExtractAsked = ContextFunctions & ReadingAsked;

export interface Extracted {
  /** One for each of the forms, in their order. */
  readonly texts: readonly string[];
  readonly notes: Omit<Expansion, 'text'>;
  /** Files that the text may show. */
  readonly files: readonly string[];
}

export async function extract({ text, place, isRedirect, isIntro, forms }: ExtractTask, asked: ExtractAsked): Promise<Extracted> {
  const context = await contextOf(place, asked);
  const [, content] = readRedirect(text, isRedirect, context.site, context.titles);
  const lead = isIntro ? leadOf(content, context.site) : content;
  let page = await show(lead, context, asked);
  // What looks like a heading may be none, once templates are expanded.
  if (lead !== content && !hasHeading(page.html)) page = await show(content, context, asked);
  const shown = isIntro ? introOf(page.html) : page.html;
  return { texts: forms.map(form => WRITERS[form](shown)), notes: page.notes, files: page.files };
}

/** A text as HTML that is not balanced yet. */
async function show(content: string, context: WikitextContext, asked: ExtractAsked) {
  const { site, titles, title } = context;
  const { text: expanded, ...notes } = await expansionHere(content, context);
  const files = fileNames(expanded, titles);
  const found = files.length > 0 ? await asked.files(files) : [];
  const states = new Map(files.map((name, at) => [name, STATES[found[at] ?? 'missing']]));
  const images = { site, stateOf: (dbkey: string) => states.get(dbkey) ?? 'missing', nameOf: titles.text };
  const texts = new Markers();
  const html = texts.release(parseWikitext(expanded, { site, titles, title, texts, writer: plainWriter(images) }));
  return { html, notes, files };
}

const STATES = { picture: 'shown', other: 'there', missing: 'missing' } as const;

/** All up to the first heading and with it, by which the beginning is known in the HTML as well. */
function leadOf(content: string, site: Site): string {
  const nodes = preprocess(content, { extensionTags: extensionTagsOf(site) });
  const heading = nodes.findIndex(node => typeof node !== 'string' && node.kind === 'heading');
  return heading < 0 ? content : toSource(nodes.slice(0, heading + 1));
}
