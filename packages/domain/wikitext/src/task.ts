/** What is done with wikitext in the process for long tasks. */
import type { Site, Title } from '@wikiquery/core';
import { titleKey } from '@wikiquery/core';
import { readSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import type { CategorySize, PageFacts, PageText, Statistics, WikitextContext } from './context.ts';
import { type Expansion, expandHere, expansionHere } from './expansion.ts';
import { transformHere } from './pre-save.ts';
import { type PreprocessOptions, preprocess } from './preprocess.ts';
import { sectionHere, withSectionHere } from './section.ts';
import { toXml, withoutIgnored } from './tree.ts';

/** A context without its functions. */
export interface ContextData {
  readonly title: Title;
  readonly now: Date;
  readonly lang: string | undefined;
  /** Tells descriptions of wikis apart: one is sent once. */
  readonly site: number;
  readonly revision: number | undefined;
  readonly keepsComments: boolean | undefined;
  readonly extensions: readonly string[] | undefined;
  /** Which of the functions there are. */
  readonly can: readonly (keyof ContextFunctions)[];
}

/** The functions of a context. */
export interface ContextFunctions {
  site(): Promise<{ readonly info: object; readonly configuration: object }>;
  /** In the order of the titles. */
  texts(titles: readonly Title[]): Promise<readonly (string | undefined)[]>;
  statistics(): Promise<Statistics>;
  message(key: string, params: readonly string[]): Promise<string>;
  exists(title: Title): Promise<boolean>;
  genderOf(userName: string): Promise<string | undefined>;
  pageFacts(title: Title, revision?: number): Promise<PageFacts | undefined>;
  categorySize(dbkey: string): Promise<CategorySize | undefined>;
  restriction(title: Title, type: string): Promise<{ readonly level: string; readonly expiry: string }>;
  cascadingSources(title: Title): Promise<readonly string[]>;
  groupSize(group: string): Promise<number>;
  fileUrl(dbkey: string): Promise<string | undefined>;
  page(page: Title | number): Promise<PageText | undefined>;
}

export const expand = async (
  { text, place }: { readonly text: string; readonly place: ContextData },
  asked: ContextFunctions,
): Promise<string> => expandHere(text, await contextOf(place, asked));

export const expansion = async (
  { text, place }: { readonly text: string; readonly place: ContextData },
  asked: ContextFunctions,
): Promise<Expansion> => expansionHere(text, await contextOf(place, asked));

export const transform = async (
  { text, user, place }: { readonly text: string; readonly user: string; readonly place: ContextData },
  asked: ContextFunctions,
): Promise<string> => transformHere(text, user, await contextOf(place, asked));

export const section = ({ text, name, options }: { readonly text: string; readonly name: string; readonly options: PreprocessOptions }) =>
  sectionHere(text, name, options);

export const replaced = ({ text, name, written, options }: Replacement) => withSectionHere(text, name, written, options);

export interface Replacement {
  readonly text: string;
  readonly name: string;
  readonly written: string;
  readonly options: PreprocessOptions;
}

export const xml = ({ text, options }: { readonly text: string; readonly options: PreprocessOptions }): string =>
  toXml(preprocess(text, options));

export const included = ({ text, options }: { readonly text: string; readonly options: PreprocessOptions }): string =>
  withoutIgnored(preprocess(text, options));

/** The context that another process described. */
export async function contextOf(
  { title, now, lang, site: number, revision, keepsComments, extensions, can }: ContextData,
  asked: ContextFunctions,
): Promise<WikitextContext> {
  const site = await siteOf(number, asked);
  const functions = Object.fromEntries(
    can.map(name => [name, (...args: never[]) => (asked[name] as (...args: never[]) => unknown)(...args)]),
  );
  return {
    ...functions,
    site,
    titles: createTitles(site),
    title,
    now,
    revision,
    ...(keepsComments && { keepsComments }),
    ...(extensions && { extensions }),
    ...(lang !== undefined && { lang }),
    keyOf: ({ namespace, dbkey }) => titleKey(namespace, dbkey),
    async loadTexts(titles) {
      const texts = await asked.texts(titles);
      return new Map(
        titles.flatMap(({ namespace, dbkey }, at) => (texts[at] === undefined ? [] : [[titleKey(namespace, dbkey), texts[at]] as const])),
      );
    },
  };
}

let known: { readonly number: number; readonly site: Site } | undefined;

async function siteOf(number: number, asked: ContextFunctions): Promise<Site> {
  if (known?.number !== number) {
    const { info, configuration } = await asked.site();
    known = { number, site: readSite(info, configuration) };
  }
  return known.site;
}
