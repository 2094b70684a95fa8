/** What is done in the process for long tasks. */
import { type Asked, contextOf, type Expansion, expansionHere, type Place, readRedirect } from '@wikiquery/wikitext';
import { fileNames } from './file-names.ts';
import { limitedHtml } from './limited-html.ts';
import { Markers } from './parse/markers.ts';
import { parseWikitext } from './parse/parse.ts';
import { plainWriter } from './parse/plain-writer.ts';
import { introOf, plainText } from './plain-text.ts';

export interface ExtractTask {
  readonly text: string;
  readonly place: Place;
  readonly isRedirect: boolean;
  /** Only what stands before the first heading. */
  readonly isIntro: boolean;
  /** Limited HTML instead of plain text. */
  readonly isHtml: boolean;
}

export interface ExtractAsked extends Asked {
  /** Which of these files there are, by their names in database form. */
  files(names: readonly string[]): Promise<Files>;
}

/** Those that are pictures, and others. */
export interface Files {
  readonly pictures: readonly string[];
  readonly others: readonly string[];
}

export interface Extracted {
  readonly text: string;
  readonly notes: Omit<Expansion, 'text'>;
  /** Files that the text may show. */
  readonly files: readonly string[];
}

export async function extract({ text, place, isRedirect, isIntro, isHtml }: ExtractTask, asked: ExtractAsked): Promise<Extracted> {
  const context = await contextOf(place, asked);
  const { site, titles, title } = context;
  const [, content] = readRedirect(text, isRedirect, site, titles);
  const { text: expanded, ...notes } = await expansionHere(content, context);
  const names = fileNames(expanded, titles);
  const { pictures, others } = names.length > 0 ? await asked.files(names) : NONE;
  const states = new Map([...pictures.map(name => [name, 'shown'] as const), ...others.map(name => [name, 'there'] as const)]);
  const images = { site, stateOf: (dbkey: string) => states.get(dbkey) ?? 'missing', nameOf: titles.text };
  const texts = new Markers('t');
  const page = texts.release(parseWikitext(expanded, { site, titles, title, texts, writer: plainWriter(images) }));
  const shown = isIntro ? introOf(page) : page;
  return { text: isHtml ? limitedHtml(shown) : plainText(shown), notes, files: names };
}

const NONE: Files = { pictures: [], others: [] };
