import { readFileSync } from 'node:fs';
import { type Title, titleKey } from '@wikiquery/core';
import { readSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { type Expansion, expansionOf, type PageText, type WikitextContext } from '@wikiquery/wikitext';
import { scribunto } from './index.ts';

/** Site configuration of the wiki on which the values of the expressions were recorded. */
const site = readSite(JSON.parse(readFileSync(new URL('./recorded/site.json', import.meta.url), 'utf8')));
const titles = createTitles(site);
const keyOf = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);
const modelOf = (name: string): string => (name.startsWith('Module:') ? 'Scribunto' : name.endsWith('.json') ? 'json' : 'wikitext');

const MESSAGES: Readonly<Record<string, string>> = {
  and: ' and',
  'comma-separator': ', ',
  'duration-hours': '{{PLURAL:$1|$1 hour|$1 hours}}',
  'duration-minutes': '{{PLURAL:$1|$1 minute|$1 minutes}}',
  'duration-seconds': '{{PLURAL:$1|$1 second|$1 seconds}}',
  ellipsis: '...',
  mainpage: 'Main Page',
  'word-separator': ' ',
};

interface WikiOfTexts {
  /** Expands a wikitext in the context of the page `Project:Lua/x`. */
  expand(text: string): Promise<string>;
  expansion(text: string): Promise<Expansion>;
}

/** Creates a wiki without a database from wikitexts by title. The package `rendering` tests database reads. */
export function wikiOf(texts: Readonly<Record<string, string>>, models: Readonly<Record<string, string>> = {}): WikiOfTexts {
  const pages = new Map(
    Object.entries(texts).map(([name, text], i): [string, PageText] => {
      const title = titles.local(name) as Title;
      const page = { ...title, id: i + 1, isRedirect: text.startsWith('#REDIRECT'), model: models[name] ?? modelOf(name), text };
      return [keyOf(title), page];
    }),
  );
  const context: WikitextContext = {
    site,
    titles,
    title: titles.local('Project:Lua/x') as Title,
    now: new Date(Date.UTC(2025, 0, 2, 3, 4, 5)),
    keyOf,
    loadTexts: async batch => new Map(batch.flatMap(title => textOf(pages.get(keyOf(title))))),
    exists: async title => pages.has(keyOf(title)),
    page: async page => (typeof page === 'number' ? [...pages.values()].find(({ id }) => id === page) : pages.get(keyOf(page))),
    message: async key => MESSAGES[key] ?? `⧼${key}⧽`,
    statistics: async () => ({ pages: 9, articles: 2, files: 0, edits: 20, users: 1, activeUsers: 1 }),
    categorySize: async () => undefined,
    restriction: async () => ({ level: '', expiry: 'infinity' }),
    groupSize: async group => (group === 'sysop' ? 1 : 0),
    extensions: [scribunto],
    requester: { ip: '192.0.2.1', signal: new AbortController().signal },
  };
  const expansion = (text: string) => expansionOf(text, context);
  return { expansion, expand: async text => (await expansion(text)).text };
}

const textOf = (page: PageText | undefined): [string, string][] =>
  page?.text !== undefined && page.model === 'wikitext' ? [[keyOf(page), page.text]] : [];
