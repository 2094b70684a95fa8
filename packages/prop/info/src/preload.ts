import { NS, type Title } from '@wikiquery/core';
import { messageKey, softwareText, TEXT_MODELS } from '@wikiquery/messages';
import type { Subject } from '@wikiquery/permissions';
import { defaultFormat, loadCurrentTexts, textKey } from '@wikiquery/revisions';
import { extensionTagsOf, includedPart } from '@wikiquery/wikitext';
import type { InfoQuery } from './info-query.ts';
import { isDisabled, loadTexts } from './interface-texts.ts';

/** Returns the initial content of a new page or section. */
export async function preloadedContent(q: InfoQuery, subjects: readonly Subject[]) {
  const [subject] = subjects;
  const isSection = q.params.preloadnewsection;
  if (!subject || (subject.row && !isSection)) return () => ({});
  const model = subject.contentModel;
  const usual = isSection ? undefined : messageText(q, subject);
  const content = usual ?? (await customText(q, model)) ?? (model === 'json' ? '{}' : '');
  return () => ({
    preloadcontent: { contentmodel: model, contentformat: defaultFormat(q.site, model), content },
    preloadisdefault: content === (usual ?? ''),
  });
}

/** Returns the default text of an interface message, which is the initial text of its page. */
function messageText(q: InfoQuery, { namespace, dbkey }: Subject): string | undefined {
  if (namespace !== NS.MEDIAWIKI) return undefined;
  const [name = '', language = q.site.lang] = dbkey.split(/\/(?=[^/]*$)/);
  return softwareText(q.services.messages, language, messageKey(name))?.text;
}

/** Returns the text of the page to preload. Scripts and styles are excluded, because users might save them unread. */
async function customText(q: InfoQuery, model: string): Promise<string | undefined> {
  const { preloadcustom, preloadnewsection, preloadparams = [] } = q.params;
  const name = preloadcustom || (preloadnewsection ? 'MediaWiki:addsection-preload' : '');
  const title = name === '' ? undefined : q.titles.local(name);
  if (!title || title.namespace < 0 || (model !== 'wikitext' && model !== 'json') || !q.actor.can('read')) return undefined;
  const text = await textOf(q, title);
  if (text === undefined || (model === 'json' && title.namespace !== NS.MEDIAWIKI)) return text;
  const filled = withValues(text, [...preloadparams]);
  if (model === 'json') return filled;
  return includedPart(filled, { extensionTags: extensionTagsOf(q.site) }, q.request);
}

async function textOf(q: InfoQuery, title: Title): Promise<string | undefined> {
  if (title.namespace !== NS.MEDIAWIKI) return (await loadCurrentTexts(q.db, [title], TEXT_MODELS)).get(textKey(title));
  const key = messageKey(title.dbkey);
  const text = (await loadTexts(q, [key]))(key);
  return isDisabled(text) ? undefined : text;
}

/** Fills in the placeholders `$1`, `$2` and so on. Placeholders without a value remain. */
const withValues = (text: string, values: readonly string[]): string =>
  text.replaceAll(/\$([1-9]\d*)/g, (placeholder, number) => values[Number(number) - 1] ?? placeholder);
