import { type Site, type Title, type Titles, titleKey } from '@wikiquery/core';
import { readSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import type { CategorySize, PageFacts, PageText, Statistics, WikitextContext } from './context.ts';
import { type Expansion, expandInProcess, expansionInProcess } from './expansion.ts';
import { transformInProcess } from './pre-save.ts';
import { type PreprocessOptions, preprocess } from './preprocess.ts';
import { extractSection, replaceSection } from './section.ts';
import { toXml, withoutIgnored } from './tree.ts';
import { userNamesIn } from './user-names.ts';

/** Data of a `WikitextContext` without its functions, which can be sent to another process. */
export interface ContextData {
  readonly title: Title;
  readonly now: Date;
  readonly lang: string | undefined;
  /** Number of the site configuration, which is sent only once. */
  readonly site: number;
  readonly revision: number | undefined;
  readonly keepsComments: boolean | undefined;
  readonly extensions: readonly string[] | undefined;
  /** Names of the functions that the context has. */
  readonly available: readonly (keyof ContextFunctions)[];
}

/** Functions of a `WikitextContext` that another process can call. */
export interface ContextFunctions {
  site(): Promise<{ readonly info: object; readonly configuration: object }>;
  texts(titles: readonly Title[]): Promise<readonly (string | undefined)[]>;
  statistics(): Promise<Statistics>;
  message(key: string, params: readonly string[]): Promise<string>;
  contentMessage(key: string, params: readonly string[]): Promise<string>;
  gendersOf(userNames: readonly string[]): Promise<readonly (readonly [userName: string, gender: string])[]>;
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

interface ContextTask {
  readonly text: string;
  readonly context: ContextData;
}
interface TextTask {
  readonly text: string;
  readonly options: PreprocessOptions;
}

export const expand = async ({ text, context }: ContextTask, host: ContextFunctions): Promise<string> =>
  expandInProcess(text, await contextOf(context, host));

export const expansion = async ({ text, context }: ContextTask, host: ContextFunctions): Promise<Expansion> =>
  expansionInProcess(text, await contextOf(context, host));

export const transform = async (
  { text, user, context }: ContextTask & { readonly user: string },
  host: ContextFunctions,
): Promise<string> => transformInProcess(text, user, await contextOf(context, host));

export const section = ({ text, name, options }: TextTask & { readonly name: string }) => extractSection(text, name, options);

export const replaced = ({ text, name, replacement, options }: TextTask & { readonly name: string; readonly replacement: string }) =>
  replaceSection(text, name, replacement, options);

export const xml = ({ text, options }: TextTask): string => toXml(preprocess(text, options));

export const included = ({ text, options }: TextTask): string => withoutIgnored(preprocess(text, options));

/** Creates a context in an isolated process. Its functions call the functions of `host`. */
export async function contextOf(
  { title, now, lang, site: number, revision, keepsComments, extensions, available }: ContextData,
  host: ContextFunctions,
): Promise<WikitextContext> {
  const site = await siteOf(number, host);
  const titles = createTitles(site);
  const functions = Object.fromEntries(
    available.map(name => [name, (...args: never[]) => (host[name] as (...args: never[]) => unknown)(...args)]),
  );
  const loadGenders = site.hasGenderedNamespaces && available.includes('gendersOf') ? genderLoader(site, titles, host) : undefined;
  await loadGenders?.(titles.dbText(title));
  return {
    ...functions,
    ...(loadGenders && { loadGenders }),
    site,
    titles,
    title,
    now,
    revision,
    ...(keepsComments && { keepsComments }),
    ...(extensions && { extensions }),
    ...(lang !== undefined && { lang }),
    keyOf: ({ namespace, dbkey }) => titleKey(namespace, dbkey),
    async loadTexts(titles) {
      const texts = await host.texts(titles);
      return new Map(
        titles.flatMap(({ namespace, dbkey }, at) => (texts[at] === undefined ? [] : [[titleKey(namespace, dbkey), texts[at]] as const])),
      );
    },
  };
}

/** Genders of users in texts of this process. Each text loads its own, so that changes take effect. */
const genders = new Map<string, string>();
const MOST_GENDERS = 100_000;

function genderLoader(site: Site, titles: Titles, host: ContextFunctions): (text: string) => Promise<void> {
  const loaded = new Set<string>();
  return async text => {
    const names = [...userNamesIn(text, site, titles)].filter(name => !loaded.has(name));
    if (names.length === 0) return;
    if (genders.size > MOST_GENDERS) genders.clear();
    const found = new Map(await host.gendersOf(names));
    for (const name of names) {
      loaded.add(name);
      const gender = found.get(name);
      if (gender === undefined) genders.delete(name);
      else genders.set(name, gender);
    }
  };
}

let current: { readonly number: number; readonly site: Site } | undefined;

async function siteOf(number: number, host: ContextFunctions): Promise<Site> {
  if (current?.number !== number) {
    const { info, configuration } = await host.site();
    current = { number, site: readSite(info, configuration, [], name => genders.get(name)) };
  }
  return current.site;
}
