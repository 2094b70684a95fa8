/** Wikitext operations for requests: small ones run on the main thread, large ones in the process for long tasks. */
import { perSite, Yielder } from '@wikiquery/core/host';
import { isolatedTask, type Requester } from '@wikiquery/tasks';
import type { WikitextContext } from './context.ts';
import { type Expansion, expandInProcess, expansionInProcess } from './expansion.ts';
import { shownTags } from './nested-tags.ts';
import { transformInProcess } from './pre-save.ts';
import { type PreprocessOptions, preprocess } from './preprocess.ts';
import { extractSection, replaceSection } from './section.ts';
import type { ContextData, ContextFunctions, expand, expansion, included, replaced, section, transform, xml } from './task.ts';
import { toXml, withoutIgnored } from './tree.ts';
import { TooMuchWork, WorkBudget } from './work.ts';

/** Limits for one operation on the main thread: about ten milliseconds of work. */
const MAX_CHARACTERS = 100_000;
const MAX_UNITS = 8000;
/** Maximum work units that all operations of one request may take on the main thread. */
const MAX_REQUEST_UNITS = 80_000;

const isolatedExpand = isolatedTask<typeof expand>(import.meta.url, './task', 'expand');
const isolatedExpansion = isolatedTask<typeof expansion>(import.meta.url, './task', 'expansion');
const isolatedTransform = isolatedTask<typeof transform>(import.meta.url, './task', 'transform');
const isolatedSection = isolatedTask<typeof section>(import.meta.url, './task', 'section');
const isolatedReplaced = isolatedTask<typeof replaced>(import.meta.url, './task', 'replaced');
const isolatedXml = isolatedTask<typeof xml>(import.meta.url, './task', 'xml');
const isolatedIncluded = isolatedTask<typeof included>(import.meta.url, './task', 'included');

/**
 * Expands templates, arguments, variables and parser functions, as `action=expandtemplates` does. Removes comments and keeps extension
 * tags. Unknown parser functions stay as written. With a `requester`, rejects with the errors of isolated tasks.
 */
export const expandTemplates = (text: string, context: WikitextContext): Promise<string> =>
  bounded(
    text,
    context.requester,
    work => expandInProcess(text, context, work),
    requester => isolatedExpand({ text, context: contextDataOf(context) }, requester, contextFunctionsOf(context)),
  );

/** Expands a text as `expandTemplates` does and reports the pages and functions that it uses. Does not call the observer of the context. */
export async function expansionOf(text: string, context: WikitextContext): Promise<Expansion> {
  const expansion = await bounded(
    text,
    context.requester,
    work => expansionInProcess(text, context, work),
    requester => isolatedExpansion({ text, context: contextDataOf(context) }, requester, contextFunctionsOf(context)),
  );
  return { ...expansion, text: shownTags(expansion.text) };
}

/**
 * Applies MediaWiki's pre-save transform: signs as `user`, substitutes `{{subst:…}}`, expands the pipe trick, and trims trailing
 * whitespace. Rejects as `expandTemplates` does.
 */
export const preSaveTransform = (text: string, user: string, context: WikitextContext): Promise<string> =>
  bounded(
    text,
    context.requester,
    work => transformInProcess(text, user, context, work),
    requester => isolatedTransform({ text, user, context: contextDataOf(context) }, requester, contextFunctionsOf(context)),
  );

/**
 * Returns a section with its subsections, or undefined if it does not exist. Section `0` is the text before the first heading. Section
 * `T-2` is the second section of the part of a template that transclusion includes. Any other name counts as 0.
 */
export const sectionOf = (text: string, name: string, options: PreprocessOptions, requester: Requester): Promise<string | undefined> =>
  bounded(
    text,
    requester,
    work => extractSection(text, name, { ...options, work }),
    () => isolatedSection({ text, name, options }, requester),
  );

/**
 * Returns the text of a page with one section replaced. `name` is the same as for `sectionOf`; `new` appends a section, and an empty name
 * replaces the whole text. If the section does not exist, the text stays unchanged.
 */
export const withSection = (
  text: string,
  name: string,
  replacement: string,
  options: PreprocessOptions,
  requester: Requester,
): Promise<string> =>
  bounded(
    text,
    requester,
    work => replaceSection(text, name, replacement, { ...options, work }),
    () => isolatedReplaced({ text, name, replacement, options }, requester),
  );

/** Returns the structure of a text as XML, in the format of `rvprop=parsetree`. */
export const parseTreeOf = (text: string, options: PreprocessOptions, requester: Requester): Promise<string> =>
  bounded(
    text,
    requester,
    work => toXml(preprocess(text, { ...options, work })),
    () => isolatedXml({ text, options }, requester),
  );

/** Returns the part of a text that transclusion includes, without expanding anything. */
export const includedPart = (text: string, options: PreprocessOptions, requester: Requester): Promise<string> =>
  bounded(
    text,
    requester,
    work => withoutIgnored(preprocess(text, { ...options, forInclusion: true, work })),
    () => isolatedIncluded({ text, options: { ...options, forInclusion: true } }, requester),
  );

interface Allowance {
  left: number;
  sinceYield: number;
}
const allowances = new WeakMap<Requester, Allowance>();
const yielder = new Yielder();

async function bounded<T>(
  text: string,
  requester: Requester | undefined,
  inProcess: (work?: WorkBudget) => T | Promise<T>,
  isolated: (requester: Requester) => Promise<T>,
): Promise<T> {
  if (!requester) return inProcess();
  const allowance = allowances.get(requester) ?? { left: MAX_REQUEST_UNITS, sinceYield: 0 };
  allowances.set(requester, allowance);
  if (text.length > MAX_CHARACTERS || allowance.left <= 0) return isolated(requester);
  if (allowance.sinceYield > MAX_UNITS) {
    await yielder.yield();
    allowance.sinceYield = 0;
  }
  const work = new WorkBudget(MAX_UNITS);
  try {
    return await inProcess(work);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
  } finally {
    const units = MAX_UNITS - work.left + 10 + text.length / 128;
    allowance.left -= units;
    allowance.sinceYield += units;
  }
  return isolated(requester);
}

/** Returns the data of a context without its functions, in a form that can be sent to another process. */
export function contextDataOf({
  title: { namespace, dbkey },
  now,
  lang,
  site,
  revision,
  keepsComments,
  extensions,
  ...functions
}: WikitextContext): ContextData {
  const available = OPTIONAL_FUNCTIONS.filter(name => functions[name] !== undefined);
  return { title: { namespace, dbkey }, now, lang, site: numberOf(site), revision, keepsComments, extensions, available };
}

/** Returns the functions of a context, in a form that another process can call. */
export function contextFunctionsOf(context: WikitextContext): ContextFunctions {
  const { info, configuration, extensions } = context.site;
  // Without a configured list, `info.extensions` lists the extensions that this server supports, not those of the wiki.
  const { extensions: _served, ...rest } = info;
  return {
    site: async () => ({ info: extensions ? info : rest, configuration }),
    async texts(titles) {
      const texts = await context.loadTexts(titles);
      return titles.map(title => texts.get(context.keyOf(title)));
    },
    statistics: async () => context.statistics?.() as ReturnType<ContextFunctions['statistics']>,
    message: async (key, params) => context.message?.(key, params) ?? '',
    contentMessage: async (key, params) => context.contentMessage?.(key, params) ?? '',
    gendersOf: async names => context.gendersOf?.(names) ?? [],
    exists: async title => context.exists?.(title) ?? false,
    genderOf: async name => context.genderOf?.(name),
    pageFacts: async (title, revision) => context.pageFacts?.(title, revision),
    categorySize: async dbkey => context.categorySize?.(dbkey),
    restriction: async (title, type) => context.restriction?.(title, type) ?? { level: '', expiry: '' },
    cascadingSources: async title => context.cascadingSources?.(title) ?? [],
    groupSize: async group => context.groupSize?.(group) ?? 0,
    fileUrl: async dbkey => context.fileUrl?.(dbkey),
    page: async page => context.page?.(page),
  };
}

const OPTIONAL_FUNCTIONS = [
  ...(['statistics', 'message', 'exists', 'genderOf', 'pageFacts', 'categorySize', 'restriction', 'cascadingSources'] as const),
  ...(['groupSize', 'fileUrl', 'page', 'contentMessage', 'gendersOf'] as const),
];

let sites = 0;
const numberOf = perSite(() => ++sites);
