import type { Knowledge } from './questions.ts';

/** Call of a tool, or another message of the protocol. */
export type Message =
  | { readonly name: string; readonly arguments: object }
  | { readonly method: 'resources/read'; readonly params: { readonly uri: string } }
  | { readonly method: 'completion/complete'; readonly params: object };

const FORMATS = ['markdown', 'wikitext', 'html', 'text'] as const;
const LINKS = ['links', 'templates', 'categories', 'files', 'external', 'languages', 'interwiki'] as const;
const BACKLINKS = ['links', 'transclusions', 'redirects', 'files'] as const;

/** Yields calls of all tools about public values and guessed secrets, and reads of resources. */
export function* mcpQuestions({ titles, users, revisions, guesses }: Knowledge): Generator<Message> {
  const pages = [...titles, ...guesses.titles, ...guesses.titles.map(title => `File:${title}.png`)];
  const names = [...users, ...guesses.users];
  for (const title of pages) yield* aboutPage(title);
  for (const revision of revisions) {
    for (const format of FORMATS) yield { name: 'get-revision', arguments: { revision, format } };
    yield { name: 'compare-revisions', arguments: { from: revision } };
    yield { name: 'compare-revisions', arguments: { from: revisions[0], to: revision } };
  }
  for (const user of names) {
    yield { name: 'get-user-contributions', arguments: { user } };
    yield { name: 'get-recent-changes', arguments: { user, withBots: true, types: ['edit', 'new', 'log', 'categorize'] } };
    for (const title of titles.slice(0, 4)) yield { name: 'get-history', arguments: { title, user } };
    yield* aboutPage(`User:${user}`);
  }
  for (const text of [...guesses.texts, ...guesses.titles, ...guesses.users]) {
    yield { name: 'search', arguments: { query: text.slice(0, 300) } };
    yield { name: 'find-titles', arguments: { text: text.slice(0, 250) } };
    yield { name: 'find-titles', arguments: { text: text.slice(0, 3), namespaces: [6] } };
    const ref = { type: 'ref/resource', uri: 'wiki://page/{+title}' };
    yield { method: 'completion/complete', params: { ref, argument: { name: 'title', value: text.slice(0, 4) } } };
  }
  for (const category of pages) {
    yield { name: 'get-category-members', arguments: { category: `Category:${category}` } };
    yield { name: 'get-category-tree', arguments: { category: `Category:${category}` } };
  }
  for (let limit = 1; limit <= 50; limit += 7) {
    yield { name: 'get-recent-changes', arguments: { limit, withBots: true, types: ['edit', 'new', 'log', 'categorize', 'external'] } };
    yield { name: 'get-recent-changes', arguments: { limit, namespaces: [limit % 4] } };
  }
  yield { name: 'get-site-info', arguments: {} };
}

function* aboutPage(title: string): Generator<Message> {
  for (const format of FORMATS) yield { name: 'get-page', arguments: { title, format } };
  yield { name: 'get-page', arguments: { title, part: 'lead' } };
  yield { name: 'get-outline', arguments: { title } };
  yield { name: 'get-pages', arguments: { titles: [title, 'Main Page'] } };
  for (const kind of LINKS) yield { name: 'get-links', arguments: { title, kind } };
  for (const kind of BACKLINKS) yield { name: 'get-backlinks', arguments: { title, kind } };
  for (const oldestFirst of [true, false]) yield { name: 'get-history', arguments: { title, oldestFirst, limit: 50 } };
  yield { name: 'get-page-properties', arguments: { title } };
  yield { name: 'get-file', arguments: { title, limit: 10 } };
  for (const kind of ['page', 'category', 'file'])
    yield { method: 'resources/read', params: { uri: `wiki://${kind}/${encodeURIComponent(title)}` } };
}
