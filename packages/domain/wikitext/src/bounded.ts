/** The work on wikitext that requests ask for: what is little is done at once, what is much in the process for long tasks. */
import { Yielder } from '@wikiquery/core/host';
import { isolatedTask, type Requester } from '@wikiquery/tasks';
import type { WikitextContext } from './context.ts';
import { type Expansion, expandHere, expansionHere } from './expansion.ts';
import { shownTags } from './nested-tags.ts';
import { transformHere } from './pre-save.ts';
import { type PreprocessOptions, preprocess } from './preprocess.ts';
import { sectionHere, withSectionHere } from './section.ts';
import type { ContextData, ContextFunctions, expand, expansion, included, replaced, section, transform, xml } from './task.ts';
import { toXml, withoutIgnored } from './tree.ts';
import { TooMuchWork, WorkBudget } from './work.ts';

/** Characters that are read on the main thread at once, and what else is done there: together some ten milliseconds at most. */
const CHARACTERS = 100_000;
const UNITS = 8000;
/** What all texts of a request may take there. */
const UNITS_OF_REQUEST = 80_000;

const expandApart = isolatedTask<typeof expand>(import.meta.url, './task', 'expand');
const expansionApart = isolatedTask<typeof expansion>(import.meta.url, './task', 'expansion');
const transformApart = isolatedTask<typeof transform>(import.meta.url, './task', 'transform');
const sectionApart = isolatedTask<typeof section>(import.meta.url, './task', 'section');
const replacedApart = isolatedTask<typeof replaced>(import.meta.url, './task', 'replaced');
const xmlApart = isolatedTask<typeof xml>(import.meta.url, './task', 'xml');
const includedApart = isolatedTask<typeof included>(import.meta.url, './task', 'included');

/**
 * Replaces templates, arguments, variables and parser functions by what they stand for, as `expandtemplates` does. Comments vanish, tags of
 * extensions stay. What this does not know (parser functions of extensions, for example) stays as it was written. With a `requester` it rejects as
 * isolated tasks do.
 */
export function expandTemplates(text: string, context: WikitextContext): Promise<string> {
  const { requester } = context;
  if (!requester) return expandHere(text, context);
  return bounded(
    text,
    requester,
    work => expandHere(text, context, work),
    () => expandApart({ text, place: placeOf(context) }, requester, askedOf(context)),
  );
}

/** As `expandTemplates`, with what was met on the way; the observer of the context is told nothing. */
export async function expansionOf(text: string, context: WikitextContext): Promise<Expansion> {
  const { requester } = context;
  const expansion = await (requester
    ? bounded(
        text,
        requester,
        work => expansionHere(text, context, work),
        () => expansionApart({ text, place: placeOf(context) }, requester, askedOf(context)),
      )
    : expansionHere(text, context));
  return { ...expansion, text: shownTags(expansion.text) };
}

/**
 * What MediaWiki would save: signatures are written out, `{{subst:…}}` is replaced, links whose text is left to the software get it, and blanks at
 * the end go. `user` signs.
 */
export function preSaveTransform(text: string, user: string, context: WikitextContext): Promise<string> {
  const { requester } = context;
  if (!requester) return transformHere(text, user, context);
  return bounded(
    text,
    requester,
    work => transformHere(text, user, context, work),
    () => transformApart({ text, user, place: placeOf(context) }, requester, askedOf(context)),
  );
}

/**
 * One section of a page with the sections below it: `0` is what stands before the first heading, `T-2` the second section of a template as
 * others include it. Any other word counts as 0. Undefined when there is no such section.
 */
export const sectionOf = (text: string, name: string, options: PreprocessOptions, requester: Requester): Promise<string | undefined> =>
  bounded(
    text,
    requester,
    work => sectionHere(text, name, { ...options, work }),
    () => sectionApart({ text, name, options }, requester),
  );

/**
 * A page with one of its sections, named as for `sectionOf`, written anew. `new` adds it at the end, an empty name stands for the whole page; where there is no
 * such section nothing changes.
 */
export const withSection = (
  text: string,
  name: string,
  written: string,
  options: PreprocessOptions,
  requester: Requester,
): Promise<string> =>
  bounded(
    text,
    requester,
    work => withSectionHere(text, name, written, { ...options, work }),
    () => replacedApart({ text, name, written, options }, requester),
  );

/** The structure as XML, in the form of `rvprop=parsetree`. */
export const parseTreeOf = (text: string, options: PreprocessOptions, requester: Requester): Promise<string> =>
  bounded(
    text,
    requester,
    work => toXml(preprocess(text, { ...options, work })),
    () => xmlApart({ text, options }, requester),
  );

/** What another page gets of a text that it includes, with nothing expanded. */
export const includedPart = (text: string, options: PreprocessOptions, requester: Requester): Promise<string> =>
  bounded(
    text,
    requester,
    work => withoutIgnored(preprocess(text, { ...options, forInclusion: true, work })),
    () => includedApart({ text, options: { ...options, forInclusion: true } }, requester),
  );

/** What a request has left for the main thread, and what it did there since others had their turn. */
interface Allowance {
  left: number;
  sinceTurn: number;
}
const allowances = new WeakMap<Requester, Allowance>();
const yielder = new Yielder();

async function bounded<T>(
  text: string,
  requester: Requester,
  here: (work: WorkBudget) => T | Promise<T>,
  apart: () => Promise<T>,
): Promise<T> {
  const allowance = allowances.get(requester) ?? { left: UNITS_OF_REQUEST, sinceTurn: 0 };
  allowances.set(requester, allowance);
  if (text.length > CHARACTERS || allowance.left <= 0) return apart();
  if (allowance.sinceTurn > UNITS) {
    await yielder.yield();
    allowance.sinceTurn = 0;
  }
  const work = new WorkBudget(UNITS);
  try {
    return await here(work);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
  } finally {
    // To begin takes something too.
    const units = UNITS - work.left + 10 + text.length / 128;
    allowance.left -= units;
    allowance.sinceTurn += units;
  }
  return apart();
}

/** A context without its functions, to be copied to another process. */
export function placeOf({
  title: { namespace, dbkey },
  now,
  lang,
  site,
  revision,
  keepsComments,
  extensions,
  ...functions
}: WikitextContext): ContextData {
  const can = ASKED.filter(name => functions[name] !== undefined);
  return { title: { namespace, dbkey }, now, lang, site: numberOf(site), revision, keepsComments, extensions, can };
}

/** The functions of a context, as another process asks for them. */
export function askedOf(context: WikitextContext): ContextFunctions {
  const { info, configuration, extensions } = context.site;
  // Where nobody told what the wiki has, what is told of it names what is served: nothing is to be read off that.
  const { extensions: _served, ...rest } = info;
  return {
    // The process for tasks signs nothing.
    site: async () => ({ info: extensions ? info : rest, configuration }),
    async texts(titles) {
      const texts = await context.loadTexts(titles);
      return titles.map(title => texts.get(context.keyOf(title)));
    },
    statistics: async () => context.statistics?.() as ReturnType<ContextFunctions['statistics']>,
    message: async (key, params) => context.message?.(key, params) ?? '',
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

const ASKED = [
  ...(['statistics', 'message', 'exists', 'genderOf', 'pageFacts', 'categorySize', 'restriction', 'cascadingSources'] as const),
  ...(['groupSize', 'fileUrl', 'page'] as const),
];

let sites = 0;
const numbers = new WeakMap<object, number>();
function numberOf(site: WikitextContext['site']): number {
  const number = numbers.get(site) ?? ++sites;
  numbers.set(site, number);
  return number;
}
