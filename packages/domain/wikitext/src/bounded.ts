/** The work on wikitext that requests ask for: what is little is done at once, what is much in the process for long tasks. */
import { isolatedTask, type Requester } from '@wikiquery/tasks';
import type { WikitextContext } from './context.ts';
import { expandHere } from './expand.ts';
import { transformHere } from './pre-save.ts';
import { type PreprocessOptions, preprocess } from './preprocess.ts';
import { sectionHere } from './section.ts';
import type { Asked, expand, included, Place, section, transform, xml } from './task.ts';
import { toXml, withoutIgnored } from './tree.ts';
import { TooMuchWork, Work } from './work.ts';

/** Characters that are read on the main thread at once, and what else is done there: together some ten milliseconds at most. */
const CHARACTERS = 100_000;
const UNITS = 8000;
/** What all texts of a request may take there. */
const UNITS_OF_REQUEST = 80_000;

const expandApart = isolatedTask<typeof expand>(import.meta.url, './task', 'expand');
const transformApart = isolatedTask<typeof transform>(import.meta.url, './task', 'transform');
const sectionApart = isolatedTask<typeof section>(import.meta.url, './task', 'section');
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

async function bounded<T>(text: string, requester: Requester, here: (work: Work) => T | Promise<T>, apart: () => Promise<T>): Promise<T> {
  const allowance = allowances.get(requester) ?? { left: UNITS_OF_REQUEST, sinceTurn: 0 };
  allowances.set(requester, allowance);
  if (text.length > CHARACTERS || allowance.left <= 0) return apart();
  if (allowance.sinceTurn > UNITS) {
    await new Promise(resolve => setImmediate(resolve));
    allowance.sinceTurn = 0;
  }
  const work = new Work(UNITS);
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

function placeOf({ title: { namespace, dbkey }, now, lang, site, ...functions }: WikitextContext): Place {
  const can = (['statistics', 'message', 'exists', 'genderOf'] as const).filter(name => functions[name] !== undefined);
  return { title: { namespace, dbkey }, now, lang, site: numberOf(site), can };
}

function askedOf(context: WikitextContext): Asked {
  const { info, configuration } = context.site;
  return {
    // The process for tasks signs nothing.
    site: async () => ({ info, configuration }),
    async texts(titles) {
      const texts = await context.loadTexts(titles);
      return titles.map(title => texts.get(context.keyOf(title)));
    },
    statistics: async () => context.statistics?.() as ReturnType<Asked['statistics']>,
    message: async (key, params) => context.message?.(key, params) ?? '',
    exists: async title => context.exists?.(title) ?? false,
    genderOf: async name => context.genderOf?.(name),
  };
}

let sites = 0;
const numbers = new WeakMap<object, number>();
function numberOf(site: WikitextContext['site']): number {
  const number = numbers.get(site) ?? ++sites;
  numbers.set(site, number);
  return number;
}
