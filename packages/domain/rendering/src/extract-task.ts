import type { Site } from '@wikiquery/core';
import {
  type ContextData,
  type ContextFunctions,
  contextOf,
  type Expansion,
  expansionInProcess,
  extensionTagsOf,
  preprocess,
  readRedirect,
  toSource,
  type WikitextContext,
} from '@wikiquery/wikitext';
import { type ConversionHost, startConversion } from './conversion.ts';
import { fileNames } from './file-names.ts';
import { limitedHtml } from './limited-html.ts';
import { parseWikitext } from './parse/parse.ts';
import { plainWriter } from './parse/plain-writer.ts';
import { StripState } from './parse/strip-state.ts';
import { hasHeading, introOf, plainText } from './plain-text.ts';
import type { LookupHost } from './shared-lookups.ts';

export interface ExtractTask {
  readonly text: string;
  readonly context: ContextData;
  readonly isRedirect: boolean;
  /** Whether to extract only the text before the first heading. */
  readonly isIntro: boolean;
  readonly forms: readonly ExtractForm[];
  /** Variant of the content language that the text is converted to. */
  readonly variant?: string | undefined;
}

export type ExtractForm = keyof typeof WRITERS;

const WRITERS = { text: plainText, html: limitedHtml };

export type ExtractHost = ContextFunctions & LookupHost & ConversionHost;

export interface Extracted {
  readonly texts: readonly string[];
  readonly notes: Omit<Expansion, 'text'>;
  readonly files: readonly string[];
}

export async function extract({ text, context, isRedirect, isIntro, forms, variant }: ExtractTask, host: ExtractHost): Promise<Extracted> {
  const wikitextContext = await contextOf(context, host);
  const [, content] = readRedirect(text, isRedirect, wikitextContext.site, wikitextContext.titles);
  const lead = isIntro ? leadOf(content, wikitextContext.site) : content;
  let page = await toHtml(lead, wikitextContext, host, variant);
  // After the expansion of templates, the line may not be a heading.
  if (lead !== content && !hasHeading(page.html)) page = await toHtml(content, wikitextContext, host, variant);
  const html = isIntro ? introOf(page.html) : page.html;
  return { texts: forms.map(form => WRITERS[form](html)), notes: page.notes, files: page.files };
}

async function toHtml(content: string, context: WikitextContext, host: ExtractHost, variant: string | undefined) {
  const { site, titles, title } = context;
  const { text: expanded, ...notes } = await expansionInProcess(content, context);
  const files = fileNames(expanded, titles);
  const found = files.length > 0 ? await host.files(files) : [];
  const states = new Map(files.map((name, at) => [name, STATES[found[at] ?? 'missing']]));
  const images = { site, stateOf: (dbkey: string) => states.get(dbkey) ?? 'missing', nameOf: titles.text };
  const stripState = new StripState();
  const body = parseWikitext(expanded, { site, titles, title, stripState, writer: plainWriter(images) });
  const conversion = NO_CONVERSION.test(expanded) ? undefined : await startConversion(variant, site, host);
  const html = stripState.unstrip(conversion ? conversion.page.convert(stripState.unstripConvertible(body)) : body);
  return { html, notes, files };
}

/** Matches the behavior switch that disables conversion, by its names in all wikis. */
const NO_CONVERSION = /__NO(?:CONTENTCONVERT|CC)__/i;

const STATES = { picture: 'shown', other: 'there', missing: 'missing' } as const;

/** Returns the text up to and including the first heading, which marks the end of the intro in the HTML. */
function leadOf(content: string, site: Site): string {
  const nodes = preprocess(content, { extensionTags: extensionTagsOf(site) });
  const heading = nodes.findIndex(node => typeof node !== 'string' && node.kind === 'heading');
  return heading < 0 ? content : toSource(nodes.slice(0, heading + 1));
}
