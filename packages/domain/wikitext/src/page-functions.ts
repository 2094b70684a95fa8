import { NS, type Title, titleKey } from '@wikiquery/core';
import { formatNumber } from '@wikiquery/languages';
import { at, type ParserFunction } from './parser-function.ts';
import type { ArgumentValue } from './values.ts';
import type { VariableContext } from './variables.ts';

/** Functions that ask the database about pages, categories, groups and files. Without the functions of the context they stay as they were written. */

const number = (value: number, raw: string, { lang, words }: VariableContext): string =>
  words.is('rawsuffix', raw) ? String(value) : formatNumber(lang, String(value));

/** The page named, or the page itself where none is; undefined for what can be no page. */
async function titleOf(values: readonly ArgumentValue[], { titles, title }: VariableContext): Promise<Title | undefined> {
  return values.length === 0 ? title : titles.local(await at(values, 0));
}

const isSame = (a: Title, b: Title): boolean => a.namespace === b.namespace && a.dbkey === b.dbkey;

/** What is true of the revision of a page: of the page itself that of the text. */
const ofRevision =
  (tell: (revision: { readonly timestamp: string; readonly user: string | undefined }) => string): ParserFunction =>
  async (values, given) => {
    if (!given.pageFacts) return null;
    const title = await titleOf(values, given);
    if (!title) return '';
    const isItself = isSame(title, given.title);
    if (!isItself && !asksOfRevision(title, given)) return '';
    // A text that is of no revision is as new as can be.
    const isUnsaved = isItself && given.revision === undefined;
    const facts = isUnsaved ? undefined : await given.pageFacts(title, isItself ? given.revision : undefined);
    if (facts) return tell(facts);
    return isItself ? tell({ timestamp: given.now.toISOString().slice(0, 19).replace(/[-T:]/g, ''), user: undefined }) : '';
  };

function asksOfRevision(title: Title, given: VariableContext): boolean {
  const mayAsk = given.asks(`revision ${titleKey(title.namespace, title.dbkey)}`);
  if (mayAsk && title.namespace >= 0) given.depends(title, 'revision');
  return mayAsk;
}

export const pageFunctions: Readonly<Record<string, ParserFunction>> = {
  async pageid(values, given) {
    if (!given.pageFacts) return null;
    const title = await titleOf(values, given);
    if (!title) return (await at(values, 0)).trim() === '' ? '' : '0';
    if (title.namespace < 0) return '0';
    if (!isSame(title, given.title)) {
      if (!given.asks(`id ${titleKey(title.namespace, title.dbkey)}`)) return '';
      given.depends(title, 'existence');
    }
    return String((await given.pageFacts(title))?.id ?? 0);
  },
  async revisionid(values, given) {
    if (!given.pageFacts) return null;
    const title = await titleOf(values, given);
    if (!title) return '';
    if (values.length === 0) return given.revision === undefined ? '' : String(given.revision);
    if (!asksOfRevision(title, given)) return '';
    return String((await given.pageFacts(title))?.revision ?? '');
  },
  revisionday: ofRevision(({ timestamp }) => String(Number(timestamp.slice(6, 8)))),
  revisionday2: ofRevision(({ timestamp }) => timestamp.slice(6, 8)),
  revisionmonth: ofRevision(({ timestamp }) => timestamp.slice(4, 6)),
  revisionmonth1: ofRevision(({ timestamp }) => String(Number(timestamp.slice(4, 6)))),
  revisionyear: ofRevision(({ timestamp }) => timestamp.slice(0, 4)),
  revisiontimestamp: ofRevision(({ timestamp }) => timestamp),
  revisionuser: ofRevision(({ user }) => user ?? ''),

  async revisionsize(_, given) {
    if (!given.pageFacts) return null;
    const facts = given.revision === undefined ? undefined : await given.pageFacts(given.title, given.revision);
    return String(facts?.size ?? given.size ?? 0);
  },

  async pagesize(values, given) {
    if (!given.pageFacts) return null;
    const title = given.titles.local(await at(values, 0));
    const size = title && asksOfRevision(title, given) ? ((await given.pageFacts(title))?.size ?? 0) : 0;
    return number(size, await at(values, 1), given);
  },

  async contentmodel(values, given) {
    if (!given.page) return null;
    const [written, name] = [(await at(values, 0)).trim(), values.length > 1 ? await at(values, 1) : ''];
    const isLocal = values.length === 0 || given.words.is('contentmodel_local', written);
    if (!isLocal && !given.words.is('contentmodel_canonical', written)) return '';
    const title = name.trim() === '' ? given.title : given.titles.local(name);
    if (!title || !given.asks()) return '';
    const model = (await given.page(title))?.model ?? usualModel(title, given);
    const named = isLocal ? await given.message?.(`content-model-${model.toLowerCase()}`, []) : undefined;
    return named === undefined || named === '' || named.startsWith('⧼') ? model : named;
  },

  async pagesincategory(values, given) {
    if (!given.categorySize) return null;
    const [name, first, second] = [await at(values, 0), await at(values, 1), await at(values, 2)];
    const isRawFirst = given.words.is('rawsuffix', first);
    const [raw, kind] = isRawFirst ? [first, second] : [second, first];
    const category = given.titles.make(14, name);
    const sizes = category && given.asks(`category ${category.dbkey}`) ? await given.categorySize(category.dbkey) : undefined;
    const { pages = 0, subcats = 0, files = 0 } = sizes ?? {};
    const is = (id: string): boolean => given.words.is(`pagesincategory_${id}`, kind);
    const count = is('pages') ? pages - subcats - files : is('subcats') ? subcats : is('files') ? files : pages;
    return number(count, raw, given);
  },

  protectionlevel: async (values, given) => (await restriction(values, given))?.level ?? null,
  protectionexpiry: async (values, given) => (await restriction(values, given))?.expiry ?? null,

  async cascadingsources(values, given) {
    if (!given.cascadingSources) return null;
    const title = given.titles.local(await at(values, 0)) ?? given.title;
    return given.asks() ? (await given.cascadingSources(title)).join('|') : '';
  },

  async numberingroup(values, given) {
    const size = await given.groupSize?.((await at(values, 0)).toLowerCase());
    return size === undefined ? null : number(size, await at(values, 1), given);
  },
  async numberofadmins(values, given) {
    const size = await given.groupSize?.('sysop');
    return size === undefined ? null : number(size, await at(values, 0), given);
  },

  async filepath(values, given) {
    if (!given.fileUrl) return null;
    const file = given.titles.make(6, await at(values, 0));
    return (file && (await given.fileUrl(file.dbkey))) ?? '';
  },
};

/** Of a page that is not there. */
function usualModel({ namespace, dbkey }: Title, { site }: VariableContext): string {
  const [, ending = ''] = /\.(js|css|json|vue)$/.exec(dbkey) ?? [];
  const isCode = namespace === NS.MEDIAWIKI || (namespace === NS.USER && dbkey.includes('/') && ending !== 'vue');
  if (isCode && ending !== '') return ending === 'js' ? 'javascript' : ending;
  return site.namespaces.get(namespace)?.defaultContentModel ?? 'wikitext';
}

async function restriction(values: readonly ArgumentValue[], given: VariableContext) {
  if (!given.restriction) return null;
  const title = given.titles.local(await at(values, 1)) ?? given.title;
  return given.asks() ? given.restriction(title, (await at(values, 0)).toLowerCase()) : { level: '', expiry: '' };
}
