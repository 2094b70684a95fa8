import { type Env, NS, type Site } from '@wikiquery/core';
import { whereStartsWith } from '@wikiquery/database';
import { loadMainTexts } from '@wikiquery/revisions';
import type { ConversionTable } from './rules.ts';

/** A page with a conversion table, such as `MediaWiki:Conversiontable/zh-tw`, or a subpage of such a page. */
export interface TablePage {
  readonly name: string;
  readonly latest: number;
  readonly isRedirect: boolean;
}

const PREFIX = 'Conversiontable/';
const MOST_PAGES = 500;

export async function findTablePages(db: Env['db']): Promise<readonly TablePage[]> {
  const pages = db.selectFrom('page').select(['page_title', 'page_latest', 'page_is_redirect']).where('page_namespace', '=', NS.MEDIAWIKI);
  const rows = await whereStartsWith(pages, 'page_title', PREFIX).orderBy('page_title').limit(MOST_PAGES).execute();
  return rows.map(row => ({ name: row.page_title, latest: row.page_latest, isRedirect: row.page_is_redirect !== 0 }));
}

export async function readTables(
  { db, site }: { readonly db: Env['db']; readonly site: Site },
  pages: readonly TablePage[],
  variants: readonly string[],
): Promise<ReadonlyMap<string, ConversionTable>> {
  const texts = await loadMainTexts(db, new Set(pages.map(page => page.latest)));
  const byName = new Map(pages.map(page => [page.name, page]));
  const seen = new Set<string>();
  const namespace = site.namespaces.get(NS.MEDIAWIKI)?.name ?? '';

  const read = (name: string, variant: string): Map<string, string> => {
    const page = byName.get(name);
    if (!page || seen.has(name)) return new Map();
    seen.add(name);
    const text = texts.get(page.latest) ?? '';
    const words = new Map(wordsIn(text));
    // Linked subpages override the page itself, and later links override earlier ones.
    for (const sub of linksIn(text, namespace, variant)) for (const [from, to] of read(sub, variant)) words.set(from, to);
    return words;
  };
  return new Map(
    variants.map(variant => {
      const name = PREFIX + variant;
      return [variant, byName.get(name)?.isRedirect ? {} : Object.fromEntries(read(name, variant))];
    }),
  );
}

/** Yields the pairs of words in blocks such as `-{ word => word; … }-`. Ignores comments after `//`. */
function* wordsIn(text: string): Generator<readonly [from: string, to: string]> {
  for (const block of text.split('-{').slice(1)) {
    const [mappings = ''] = block.split('}-', 1);
    for (const mapping of mappings.replace(/['"*#]/g, '').split(';')) {
      const [from = '', to, ...more] = mapping.split('=>');
      if (to !== undefined && more.length === 0) yield [from.trim(), (to.split('//', 1)[0] ?? '').trim()];
    }
  }
}

function* linksIn(text: string, namespace: string, variant: string): Generator<string> {
  for (const link of text.split('[[').slice(1)) {
    const [target, ...behind] = link.split(']]', 2);
    if (target === undefined || behind.length === 0) continue;
    const [page, code, ...sub] = (target.split('|', 1)[0] ?? '').trim().split('/');
    if (page === `${namespace}:Conversiontable` && code === variant && sub.length > 0) yield `${PREFIX}${code}/${sub.join('/')}`;
  }
}
