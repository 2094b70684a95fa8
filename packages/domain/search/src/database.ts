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

/** Database, site configuration and messages that the default backend needs. */
export interface DatabaseSearchContext {
  readonly database: Pick<WikiDatabase, 'engine'> & Partial<Pick<WikiDatabase, 'layout'>>;
  readonly site: Site;
  /** Interface messages. Message `searchall` is the prefix that selects all namespaces. */
  readonly messages?: { get(language: string, key: string): string | undefined };
}

/** Creates the default backend, which uses MediaWiki's full-text index. Without that index, only title completion works. */
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
  // A function, because interface messages are not read before the first search.
  const wordsForAll = () => [...new Set([messages?.get(site.lang, 'searchall') ?? 'all', 'all'])];
  return {
    sorts: ['relevance'],
    async search(env, request) {
      const { text, namespaces } = namespacePrefix(site, request.text, wordsForAll()) ?? request;
      if (text.length > LONGEST) throw unreadable();
      const condition = pagesIn(env, request.what, namespaces?.length === 0 ? [NS.MAIN] : namespaces);
      try {
        const converter = await contentConverter(env);
        const searchedLanguage = converter ? languageOf(converter) : language;
        const found = await index.find(env.db, searchedLanguage, { ...request, text, namespaces, condition });
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

/** Maximum length of a query in characters. Databases process longer queries slowly or not at all. */
const LONGEST = 4096;

const unreadable = () =>
  new ApiError(message('searchsyntax', 'The database rejects this query. Use fewer words, without brackets and other symbols.'));

const is = expressionBuilder<Database, 'page'>();

/** Selects pages in the namespaces. Text searches exclude texts that the user cannot see, because a hit would reveal words of the text. */
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

/** Work budget for snippets on the main thread. A snippet costs the length of the text in characters times (100 + patterns). */
const QUICK = 25_000_000;

/** Creates snippets on the main thread until the budget is used up, then in an isolated process. */
function highlighter({ request }: Env, marking: Marking): (text: string) => string | Promise<string> {
  let left = QUICK;
  return text => {
    left -= text.length * (100 + marking.patterns.length);
    return left > 0 ? makeSnippet({ text, marking }) : isolatedSnippet({ text, marking }, request);
  };
}

const isolatedSnippet = isolatedTask<typeof makeSnippet>(import.meta.url, './highlight', 'makeSnippet');
