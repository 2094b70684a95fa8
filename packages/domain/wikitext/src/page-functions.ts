import { NS, type Title, titleKey } from '@wikiquery/core';
import { formatNumber } from '@wikiquery/languages';
import { at, type ParserFunction } from './parser-function.ts';
import type { ArgumentValue } from './values.ts';
import type { VariableContext } from './variables.ts';

/** Parser functions that read pages, categories, groups and files. They return null if the context lacks the function that they need. */

const number = (value: number, raw: string, { lang, words }: VariableContext): string =>
  words.is('rawsuffix', raw) ? String(value) : formatNumber(lang, String(value));

async function titleOf(values: readonly ArgumentValue[], { titles, title }: VariableContext): Promise<Title | undefined> {
  return values.length === 0 ? title : titles.local(await at(values, 0));
}

const isSame = (a: Title, b: Title): boolean => a.namespace === b.namespace && a.dbkey === b.dbkey;

/** Returns a parser function that reads the revision of a page. For the page of the text, this is the revision of the text. */
const ofRevision =
  (read: (revision: { readonly timestamp: string; readonly user: string | undefined }) => string): ParserFunction =>
  async (values, context) => {
    if (!context.pageFacts) return null;
    const title = await titleOf(values, context);
    if (!title) return '';
    const isItself = isSame(title, context.title);
    if (!isItself && !mayReadRevision(title, context)) return '';
    // The timestamp of an unsaved text is the current time.
    const isUnsaved = isItself && context.revision === undefined;
    const facts = isUnsaved ? undefined : await context.pageFacts(title, isItself ? context.revision : undefined);
    if (facts) return read(facts);
    return isItself ? read({ timestamp: context.now.toISOString().slice(0, 19).replace(/[-T:]/g, ''), user: undefined }) : '';
  };

function mayReadRevision(title: Title, context: VariableContext): boolean {
  const isAllowed = context.allowsExpensive(`revision ${titleKey(title.namespace, title.dbkey)}`);
  if (isAllowed && title.namespace >= 0) context.depends(title, 'revision');
  return isAllowed;
}

export const pageFunctions: Readonly<Record<string, ParserFunction>> = {
  async pageid(values, context) {
    if (!context.pageFacts) return null;
    const title = await titleOf(values, context);
    if (!title) return (await at(values, 0)).trim() === '' ? '' : '0';
    if (title.namespace < 0) return '0';
    if (!isSame(title, context.title)) {
      if (!context.allowsExpensive(`id ${titleKey(title.namespace, title.dbkey)}`)) return '';
      context.depends(title, 'existence');
    }
    return String((await context.pageFacts(title))?.id ?? 0);
  },
  async revisionid(values, context) {
    if (!context.pageFacts) return null;
    const title = await titleOf(values, context);
    if (!title) return '';
    if (values.length === 0) return context.revision === undefined ? '' : String(context.revision);
    if (!mayReadRevision(title, context)) return '';
    return String((await context.pageFacts(title))?.revision ?? '');
  },
  revisionday: ofRevision(({ timestamp }) => String(Number(timestamp.slice(6, 8)))),
  revisionday2: ofRevision(({ timestamp }) => timestamp.slice(6, 8)),
  revisionmonth: ofRevision(({ timestamp }) => timestamp.slice(4, 6)),
  revisionmonth1: ofRevision(({ timestamp }) => String(Number(timestamp.slice(4, 6)))),
  revisionyear: ofRevision(({ timestamp }) => timestamp.slice(0, 4)),
  revisiontimestamp: ofRevision(({ timestamp }) => timestamp),
  revisionuser: ofRevision(({ user }) => user ?? ''),

  async revisionsize(_, context) {
    if (!context.pageFacts) return null;
    const facts = context.revision === undefined ? undefined : await context.pageFacts(context.title, context.revision);
    return String(facts?.size ?? context.size ?? 0);
  },

  async pagesize(values, context) {
    if (!context.pageFacts) return null;
    const title = context.titles.local(await at(values, 0));
    const size = title && mayReadRevision(title, context) ? ((await context.pageFacts(title))?.size ?? 0) : 0;
    return number(size, await at(values, 1), context);
  },

  async contentmodel(values, context) {
    if (!context.page) return null;
    const [written, name] = [(await at(values, 0)).trim(), values.length > 1 ? await at(values, 1) : ''];
    const isLocal = values.length === 0 || context.words.is('contentmodel_local', written);
    if (!isLocal && !context.words.is('contentmodel_canonical', written)) return '';
    const title = name.trim() === '' ? context.title : context.titles.local(name);
    if (!title || !context.allowsExpensive()) return '';
    const model = (await context.page(title))?.model ?? usualModel(title, context);
    const named = isLocal ? await context.message?.(`content-model-${model.toLowerCase()}`, []) : undefined;
    return named === undefined || named === '' || named.startsWith('⧼') ? model : named;
  },

  async pagesincategory(values, context) {
    if (!context.categorySize) return null;
    const [name, first, second] = [await at(values, 0), await at(values, 1), await at(values, 2)];
    const isRawFirst = context.words.is('rawsuffix', first);
    const [raw, kind] = isRawFirst ? [first, second] : [second, first];
    const category = context.titles.make(NS.CATEGORY, name);
    const sizes =
      category && context.allowsExpensive(`category ${category.dbkey}`) ? await context.categorySize(category.dbkey) : undefined;
    const { pages = 0, subcats = 0, files = 0 } = sizes ?? {};
    const is = (id: string): boolean => context.words.is(`pagesincategory_${id}`, kind);
    const count = is('pages') ? pages - subcats - files : is('subcats') ? subcats : is('files') ? files : pages;
    return number(count, raw, context);
  },

  protectionlevel: async (values, context) => (await restriction(values, context))?.level ?? null,
  protectionexpiry: async (values, context) => (await restriction(values, context))?.expiry ?? null,

  async cascadingsources(values, context) {
    if (!context.cascadingSources) return null;
    const title = context.titles.local(await at(values, 0)) ?? context.title;
    return context.allowsExpensive() ? (await context.cascadingSources(title)).join('|') : '';
  },

  async numberingroup(values, context) {
    const size = await context.groupSize?.((await at(values, 0)).toLowerCase());
    return size === undefined ? null : number(size, await at(values, 1), context);
  },
  async numberofadmins(values, context) {
    const size = await context.groupSize?.('sysop');
    return size === undefined ? null : number(size, await at(values, 0), context);
  },

  async filepath(values, context) {
    if (!context.fileUrl) return null;
    const file = context.titles.make(NS.FILE, await at(values, 0));
    return (file && (await context.fileUrl(file.dbkey))) ?? '';
  },
};

function usualModel({ namespace, dbkey }: Title, { site }: VariableContext): string {
  const [, ending = ''] = /\.(js|css|json|vue)$/.exec(dbkey) ?? [];
  const isCode = namespace === NS.MEDIAWIKI || (namespace === NS.USER && dbkey.includes('/') && ending !== 'vue');
  if (isCode && ending !== '') return ending === 'js' ? 'javascript' : ending;
  return site.namespaces.get(namespace)?.defaultContentModel ?? 'wikitext';
}

async function restriction(values: readonly ArgumentValue[], context: VariableContext) {
  if (!context.restriction) return null;
  const title = context.titles.local(await at(values, 1)) ?? context.title;
  return context.allowsExpensive() ? context.restriction(title, (await at(values, 0)).toLowerCase()) : { level: '', expiry: '' };
}
