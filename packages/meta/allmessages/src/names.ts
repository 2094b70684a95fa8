import { type MessagePages, type Messages, messageKey, pageOfMessage, softwareKeys } from '@wikiquery/messages';
import type { AllMessagesQuery } from './params.ts';

interface Source {
  readonly software: Messages;
  readonly language: string;
  /** All pages in the MediaWiki namespace; undefined if they are not needed. */
  readonly pages: MessagePages | undefined;
}

/** Selects the message keys that match the request. `*` selects all keys, sorted; requested keys keep their order. */
export function selectNames(q: AllMessagesQuery, source: Source): readonly string[] {
  const { messages, prefix, filter, customised, from, to } = q.params;
  let names: readonly string[] = messages.has('*') ? allNames(q, source) : [...messages];
  if (prefix !== undefined) names = firstRun(names, name => name.startsWith(prefix));
  if (filter !== undefined) names = names.filter(name => name.includes(filter));
  if (to !== undefined) {
    const end = names.findIndex(name => name > to);
    if (end >= 0) names = names.slice(0, end);
  }
  if (from !== undefined) names = names.includes(from) ? names.slice(names.indexOf(from)) : [];
  if (customised === 'all') return names;
  return names.filter(name => isChanged(q, source, name) === (customised === 'modified'));
}

function allNames(q: AllMessagesQuery, { software, language, pages }: Source): readonly string[] {
  const names = softwareKeys(software, language);
  if (!q.params.includelocal) return names;
  const known = new Set(softwareKeys(software, q.site.lang));
  const local = [...(pages ?? [])]
    .flatMap(([dbkey, { isRedirect }]) => (isRedirect ? [] : messageKey(dbkey)))
    .filter(key => known.has(key));
  return [...new Set([...names, ...local])].sort();
}

/** Returns the first contiguous run of matching keys, as MediaWiki does. */
function firstRun(names: readonly string[], matches: (name: string) => boolean): readonly string[] {
  const start = names.findIndex(matches);
  if (start < 0) return [];
  const end = names.findIndex((name, at) => at > start && !matches(name));
  return names.slice(start, end < 0 ? names.length : end);
}

/** Whether a message has a page, which can be a redirect. */
function isChanged(q: AllMessagesQuery, { language, pages }: Source, name: string): boolean {
  return pages?.has(pageOfMessage(q, name, language)) ?? false;
}
