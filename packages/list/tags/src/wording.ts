import { anchor } from '@wikiquery/comments';
import { type Env, isInvalid } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import { expandMessages, fillIn, loadInterfaceTexts, type Messages } from '@wikiquery/messages';
import { renderInline } from './render-inline.ts';

interface TagQuery extends Env {
  readonly services: { readonly messages: Messages | undefined };
}

/** MediaWiki's context title for messages without a page. */
const PLACE = { namespace: -1, dbkey: 'Badtitle/API' };

/** Returns tag labels in HTML by tag name; false for disabled labels. */
export async function loadLabels(q: TagQuery, names: readonly string[]): Promise<ReadonlyMap<string, string | false>> {
  const [written, helpPages] = await Promise.all([
    loadWikitexts(q, names, name => `tag-${name}`, q.lang),
    loadWikitexts(q, names, name => `tag-${name}-helppage`, q.site.lang),
  ]);
  const shown = [...written].filter(([, text]) => !isDisabled(text));
  const htmls = await renderInline(
    q,
    shown.map(([, text]) => text),
    { title: PLACE, messages: q.services.messages },
  );
  const labels = new Map(shown.map(([name], at) => [name, htmls[at] ?? '']));
  return new Map(
    names.map(name => {
      const label = labels.get(name) ?? (written.has(name) ? false : escapeSpecialChars(name));
      const helpPage = helpPages.get(name) ?? '';
      const href = isDisabled(helpPage) ? undefined : urlOf(q, helpPage);
      // HTML links cannot be nested.
      return [name, label !== false && href && !label.includes('<a ') ? anchor(label, { href }) : label];
    }),
  );
}

/** Returns tag descriptions in wikitext by tag name. */
export const loadDescriptions = (q: TagQuery, names: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  loadWikitexts(q, names, name => `tag-${name}-description`, q.lang);

/** Loads existing messages by tag and expands their templates. */
async function loadWikitexts(
  q: TagQuery,
  names: readonly string[],
  keyOf: (name: string) => string,
  language: string,
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const { messages } = q.services;
  const { text } = await loadInterfaceTexts(q, names.map(keyOf), { messages, language });
  const found = names.flatMap(name => {
    const written = text(keyOf(name));
    return written === undefined ? [] : [{ name, text: fillIn(written, [], keyOf(name)) }];
  });
  const texts = found.map(message => message.text);
  const expand = await expandMessages(q, texts, { messages, language, title: PLACE });
  const expanded = new Map<string, string>();
  for (const { name, text: written } of found) expanded.set(name, await expand(written));
  return expanded;
}

const isDisabled = (text: string): boolean => text === '' || text === '-';

/** Returns the URL of a local or interwiki title, or an external URL unchanged. Returns undefined for an invalid title. */
function urlOf({ site, titles }: Env, text: string): string | undefined {
  const protocols = (site.info.protocols as readonly string[] | undefined) ?? [];
  if (protocols.some(protocol => text.toLowerCase().startsWith(protocol))) return text;
  const title = titles.parse(text);
  if (isInvalid(title)) return undefined;
  return title.interwiki === '' ? site.urls.local(title) : site.urls.interwiki(title.interwiki, title.dbkey, title.fragment);
}
