import { EXTENSION_TRACKING_CATEGORIES, TRACKING_CATEGORIES, type TrackingCategory } from '@wikiquery/categories';
import { type Env, NS, type Title } from '@wikiquery/core';
import { fallbacksOf } from '@wikiquery/languages';
import { type Messages, softwareText } from '@wikiquery/messages';
import { loadCurrentTexts, textKey } from '@wikiquery/revisions';

/** Returns the names of tracking categories, except those that are unknown or disabled. Pages `MediaWiki:KEY` rename or disable them. */
export async function trackingCategories(
  { db, site, titles }: Pick<Env, 'db' | 'site' | 'titles'>,
  keys: readonly TrackingCategory[],
  messages?: Messages,
): Promise<ReadonlyMap<TrackingCategory, string>> {
  const pages = keys.flatMap((key): (readonly [TrackingCategory, Title])[] => {
    const title = titles.make(NS.MEDIAWIKI, key);
    return title ? [[key, title]] : [];
  });
  if (pages.length === 0) return new Map();
  const texts = await loadCurrentTexts(
    db,
    pages.map(([, title]) => title),
  );
  return new Map(
    pages.flatMap(([key, title]) => {
      const name = texts.get(textKey(title))?.trim() ?? softwareName(key, site.lang, messages);
      return name === undefined || name === '' || name === '-' ? [] : [[key, name] as const];
    }),
  );
}

const ENGLISH = { ...TRACKING_CATEGORIES, ...EXTENSION_TRACKING_CATEGORIES };

function softwareName(key: TrackingCategory, language: string, messages: Messages | undefined): string | undefined {
  if (language === 'en') return messages?.get(language, key) ?? ENGLISH[key];
  // Without messages in the wiki's language, it is unknown whether the name of the category is translated.
  const isTranslated = [language, ...fallbacksOf(language)].some(code => messages?.keys(code).includes('mainpage'));
  return messages && isTranslated ? softwareText(messages, language, key)?.text : undefined;
}
