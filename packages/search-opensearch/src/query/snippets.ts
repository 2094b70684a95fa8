import type { Title } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import type { SearchHit } from '@wikiquery/search';
import type { EngineHit } from './engine.ts';
import { type HighlightFields, MARK_END, MARK_START, type SnippetTarget } from './highlight.ts';
import type { SearchedWiki } from './wiki.ts';

type Snippets = Pick<SearchHit, 'snippet' | 'titleSnippet' | 'redirect' | 'section' | 'categorySnippet' | 'isFileMatch'>;

/** Converts the highlighted texts of a document to snippets in HTML. `title`: title of the document's page. */
export function snippetsOf({ titles }: SearchedWiki, hit: EngineHit, title: Title, fields: HighlightFields): Snippets {
  const found = (target: SnippetTarget) => matchedFields(hit, fields, target);
  const [titleText] = found('title');
  const [redirectText] = titleText ? [] : found('redirect');
  const redirect = redirectText && redirectOf(hit, withoutMarks(redirectText.text));
  const [heading] = found('heading');
  const [category] = found('category');
  const text = found('text').find(each => each.text.includes(MARK_START)) ?? beginning(hit);
  return {
    ...(titleText && { titleSnippet: escapeSpecialChars(namespacePart(titles.text(title))) + toHtml(titleText.text) }),
    ...(redirect && { redirect: { title: redirect, snippet: toHtml(redirectText.text) } }),
    ...(heading && { section: { title: withoutMarks(heading.text), snippet: toHtml(heading.text) } }),
    ...(category && { categorySnippet: toHtml(category.text) }),
    ...(text && { snippet: toHtml(text.text), isFileMatch: text.field === 'file_text' }),
  };

  function namespacePart(name: string): string {
    return title.namespace === 0 ? '' : name.slice(0, name.indexOf(':') + 1);
  }
}

/** Whether a text is highlighted from the first to the last word. */
export const isHighlightedWhole = (text: string): boolean =>
  text.includes(MARK_START) && text.replaceAll(new RegExp(`${MARK_START}[^${MARK_END}]*${MARK_END}`, 'g'), '').trim() === '';

interface Highlighted {
  readonly field: string;
  readonly text: string;
}

/** Returns the first highlighted text of each field with a target, in the order of priority. */
function matchedFields({ highlight = {} }: EngineHit, fields: HighlightFields, target: SnippetTarget): Highlighted[] {
  return Object.entries(fields)
    .filter(([, field]) => field.target === target)
    .sort(([, one], [, other]) => other.priority - one.priority)
    .flatMap(([field]) => (highlight[field]?.[0] === undefined ? [] : [{ field, text: highlight[field][0] }]));
}

/** The text begins the snippet if nothing in the text matches. */
function beginning({ highlight = {} }: EngineHit): Highlighted | undefined {
  return highlight.text?.[0] === undefined ? undefined : { field: 'text', text: highlight.text[0] };
}

/** Returns the redirect with a name. Of several, it has the lowest namespace. */
function redirectOf({ _source: { redirect = [] } }: EngineHit, name: string): Title | undefined {
  const [first] = redirect.filter(({ title }) => title === name).sort((a, b) => a.namespace - b.namespace);
  return first && { namespace: first.namespace, dbkey: first.title.replaceAll(' ', '_') };
}

const withoutMarks = (text: string): string => text.replaceAll(MARK_START, '').replaceAll(MARK_END, '');

const MARK_BEFORE_COMBINING = new RegExp(String.raw`(\P{M}\p{M}*)${MARK_START}(?=\p{M})`, 'gu');
const COMBINING_AFTER_MARK = new RegExp(String.raw`${MARK_END}(\p{M}+)`, 'gu');

/** Keeps combining characters together with their letters. */
function toHtml(text: string): string {
  const whole = text.replaceAll(MARK_BEFORE_COMBINING, `${MARK_START}$1`).replaceAll(COMBINING_AFTER_MARK, `$1${MARK_END}`);
  return escapeSpecialChars(whole).replaceAll(MARK_START, '<span class="searchmatch">').replaceAll(MARK_END, '</span>');
}
