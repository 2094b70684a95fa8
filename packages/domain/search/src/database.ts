import { ApiError, type Env, message, NS, type Site } from '@wikiquery/core';
import { type Database, expressionBuilder, type WikiDatabase } from '@wikiquery/database';
import { contentConverter, type LanguageConverter } from '@wikiquery/language-converters';
import { isolatedTask } from '@wikiquery/tasks';
import { whereMaySee } from '@wikiquery/users';
import type { Expression, SqlBool } from 'kysely';
import type { SearchBackend, SearchRequest, SearchResults } from './backend.ts';
import { complete } from './complete.ts';
import { type Marking, makeSnippet } from './highlight.ts';
import { mariadbIndex } from './mariadb.ts';
import { namespacePrefix } from './namespace-prefix.ts';
import { type SearchLanguage, searchLanguage } from './normalize.ts';
import { postgresIndex } from './postgres.ts';
import { sqliteIndex } from './sqlite.ts';
import { refusalOf, type WordHit } from './word-index.ts';

/** What the search in a database has to be told of the wiki. */
export interface DatabaseSearchContext {
  readonly database: Pick<WikiDatabase, 'engine'> & Partial<Pick<WikiDatabase, 'layout'>>;
  readonly site: Site;
  /** Texts of the interface: the word that stands for all namespaces can be one of another language. */
  readonly messages?: { get(language: string, key: string): string | undefined };
}

/** Searches with the full-text index that MediaWiki keeps in the database itself. Where there is none it only completes titles. */
export function databaseSearch({ database: { engine, layout }, site, messages }: DatabaseSearchContext): SearchBackend {
  const readLanguage = (converter?: LanguageConverter) => ({
    ...searchLanguage(site, converter),
    ...(layout?.release === '1.39' && { mark: "<span class='searchmatch'>" }),
  });
  const language = readLanguage();
  const converted = new WeakMap<LanguageConverter, SearchLanguage>();
  const languageOf = (converter: LanguageConverter): SearchLanguage => {
    const known = converted.get(converter) ?? readLanguage(converter);
    converted.set(converter, known);
    return known;
  };
  const index = { sqlite: sqliteIndex, mariadb: mariadbIndex, postgres: postgresIndex }[engine]();
  // Asked when somebody searches: the texts of the interface are read when one is wanted.
  const wordsForAll = () => [...new Set([messages?.get(site.lang, 'searchall') ?? 'all', 'all'])];
  return {
    sorts: ['relevance'],
    async search(env, request) {
      const { text, namespaces } = namespacePrefix(site, request.text, wordsForAll()) ?? request;
      if (text.length > LONGEST) throw unreadable();
      const isWanted = pagesIn(env, request.what, namespaces?.length === 0 ? [NS.MAIN] : namespaces);
      try {
        const converter = await contentConverter(env);
        const spoken = converter ? languageOf(converter) : language;
        const found = await index.find(env.db, spoken, { ...request, text, namespaces, isWanted });
        return found && toResults(env, found, request.limit);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === 'noIndex') return undefined;
        throw refusal === 'unreadable' ? unreadable() : error;
      }
    },
    complete,
  };
}

/** Characters of a query: databases read longer ones slowly, or not at all. */
const LONGEST = 4096;

const unreadable = () =>
  new ApiError(message('searchsyntax', 'The database can not read what to look for. Give fewer words, without brackets and other signs.'));

const is = expressionBuilder<Database, 'page'>();

/** Pages of some namespaces; for a search in texts only those whose text the reader may see, because words that find it tell it. */
function pagesIn({ actor }: Env, what: SearchRequest['what'], namespaces: readonly number[] | undefined): Expression<SqlBool> {
  const isVisible = what === 'text' ? whereMaySee('rev_deleted', 'text', actor) : undefined;
  const latest = is.selectFrom('revision').select('rev_id').whereRef('rev_id', '=', 'page_latest');
  return is.and([
    ...(namespaces ? [is('page_namespace', 'in', namespaces)] : []),
    ...(isVisible ? [is.exists(latest.where(isVisible))] : []),
  ]);
}

const toResults = (env: Env, { rows, total, marking }: WordHit, limit: number): SearchResults => ({
  hits: rows.slice(0, limit).map(row => ({
    namespace: row.page_namespace,
    dbkey: row.page_title,
    page: { id: row.page_id, latest: row.page_latest },
  })),
  more: rows.length > limit,
  total,
  highlight: marking && highlighter(env, marking),
});

/** Characters, times a hundred patterns, that a request may look through among the others; what is more takes too long for that. */
const QUICK = 25_000_000;

/** Makes snippets: of the first texts here, of the rest in a process of its own. */
function highlighter({ request }: Env, marking: Marking): (text: string) => string | Promise<string> {
  let left = QUICK;
  return text => {
    left -= text.length * (100 + marking.patterns.length);
    return left > 0 ? makeSnippet({ text, marking }) : isolatedSnippet({ text, marking }, request);
  };
}

const isolatedSnippet = isolatedTask<typeof makeSnippet>(import.meta.url, './highlight', 'makeSnippet');
