import type { Env, Title } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';
import { pageContext, savedJsonOf } from '@wikiquery/rendering';
import { supportsFormat } from '@wikiquery/revisions';
import { extensionTagsOf, preSaveTransform, sectionOf } from '@wikiquery/wikitext';
import { badFormat, noSections, noSuchSection, type Where } from './errors.ts';
import type { ParseSource } from './source.ts';

type Query = Env & { readonly services: { readonly messages: Messages } };

interface Options {
  readonly section: string | undefined;
  readonly sectiontitle: string | undefined;
  readonly contentformat: string | undefined;
  readonly pst: boolean;
  readonly onlypst: boolean;
}

export interface ParsedContent {
  readonly text: string;
  /** Text after the pre-save transform, if requested. */
  readonly saved: string | undefined;
}

/** Returns the text in the request, or one section of it, and the result of the pre-save transform if requested. */
export async function sentContent(q: Query, source: ParseSource, language: string, options: Options): Promise<ParsedContent> {
  const { section, sectiontitle, contentformat, pst, onlypst } = options;
  const { model, title, revision } = source;
  if (contentformat !== undefined && !supportsFormat(q.site, model, contentformat)) throw badFormat(contentformat, model);
  const isHeaded = section === 'new' && sectiontitle !== undefined && sectiontitle !== '' && model === 'wikitext';
  const text = isHeaded
    ? `== ${sectiontitle} ==\n\n${source.text}`
    : await sectionText(q, source, section === 'new' ? undefined : section, q.titles.text(title));
  return { text, saved: pst || onlypst ? await saved(q, text, { model, title, revision, language }) : undefined };
}

/** Returns a text or one section of it. `what` identifies the page in errors. Throws `nosuchsection`. */
export async function sectionText(
  { site, request }: Env,
  { text, model }: ParseSource,
  section: string | undefined,
  what: Where,
): Promise<string> {
  if (section === undefined) return text;
  if (model !== 'wikitext') throw noSections(what);
  const found = await sectionOf(text, section, { extensionTags: extensionTagsOf(site) }, request);
  if (found === undefined) throw noSuchSection(section, what);
  return found;
}

interface PageContext {
  readonly model: string;
  readonly title: Title;
  readonly revision: number | undefined;
  readonly language: string;
}

async function saved(q: Query, text: string, { model, ...context }: PageContext): Promise<string> {
  if (PARSED_MODELS.has(model))
    return preSaveTransform(text, q.actor.name, await pageContext(q, { ...context, messages: q.services.messages }));
  if (model === 'json') return savedJsonOf(text, q);
  return model === 'text' ? text.replaceAll('\r\n', '\n').trimEnd() : text;
}

/** Content models that are parsed as wikitext (`$wgTextModelsToParse`). */
const PARSED_MODELS: ReadonlySet<string> = new Set(['wikitext', 'javascript', 'css']);
