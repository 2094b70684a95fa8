import { TRACKING_CATEGORIES, type TrackingCategory } from '@wikiquery/categories';
import { NS, type Site, type Title, titleKey } from '@wikiquery/core';
import { loadInChunks, type WikiDatabase, whereTitles } from '@wikiquery/database';
import { trackingCategories } from '@wikiquery/rendering';
import { loadCurrentTexts, textKey } from '@wikiquery/revisions';
import { createTitles } from '@wikiquery/titles';
import { LRUCache } from 'lru-cache';
import type { WikiLookup } from './derive-page.ts';
import { LinkFinder } from './links.ts';
import { DENIED_IMAGES } from './page-images.ts';

/** Maximum characters of cached texts, and maximum number of cached titles. */
const MAX_TEXT = 16 << 20;
const MAX_TITLES = 50_000;

export async function openWikiLookup({ db }: WikiDatabase, site: Site): Promise<WikiLookup> {
  const titles = createTitles(site);
  const texts = new LRUCache<string, { readonly text: string | undefined }>({
    maxSize: MAX_TEXT,
    sizeCalculation: ({ text }, key) => key.length + (text?.length ?? 0) + 50,
  });
  const redirects = new LRUCache<string, { readonly target: Title | undefined }>({ max: MAX_TITLES });
  const existing = new LRUCache<string, boolean>({ max: MAX_TITLES });
  const tracking = await trackingCategories({ db, site, titles }, Object.keys(TRACKING_CATEGORIES) as TrackingCategory[]);
  const knowsFiles = (await db.selectFrom('image').select('img_name').limit(1).executeTakeFirst()) !== undefined;
  let denied: Promise<ReadonlySet<string>> | undefined;
  const last = await db.selectFrom('revision').select('rev_timestamp').orderBy('rev_timestamp', 'desc').limit(1).executeTakeFirst();

  return {
    site,
    titles,
    now: clockOf(last?.rev_timestamp),
    keyOf: textKey,
    async loadTexts(requested) {
      const fresh = requested.filter(title => !texts.has(textKey(title)));
      if (fresh.length > 0) {
        await followRedirects(fresh);
        const loaded = await loadCurrentTexts(db, fresh);
        for (const title of fresh) texts.set(textKey(title), { text: loaded.get(textKey(title)) });
      }
      const known = requested.map(title => [textKey(title), texts.get(textKey(title))?.text] as const);
      return new Map(known.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
    },
    redirectOf: ({ namespace, dbkey }) => redirects.get(titleKey(namespace, dbkey))?.target,
    async exists({ namespace, dbkey }) {
      const key = titleKey(namespace, dbkey);
      const known = existing.get(key);
      if (known !== undefined) return known;
      const row = await db
        .selectFrom('page')
        .select('page_id')
        .where('page_namespace', '=', namespace)
        .where('page_title', '=', dbkey)
        .executeTakeFirst();
      existing.set(key, row !== undefined);
      return row !== undefined;
    },
    trackingCategory: key => tracking.get(key),
    async filesOf(names) {
      const real = await targetsOf(names);
      const redirected = real.filter(name => !names.includes(name));
      if (!knowsFiles) return { redirected, isMissing: false };
      const rows = await db.selectFrom('image').select('img_name').where('img_name', 'in', real).execute();
      return { redirected, isMissing: rows.length < new Set(real).size };
    },
    async picturesOf(names) {
      const real = await targetsOf(names);
      const rows = knowsFiles
        ? await db.selectFrom('image').select(['img_name', 'img_width', 'img_height']).where('img_name', 'in', real).execute()
        : real.map(name => ({ img_name: name, img_width: 0, img_height: 0 }));
      const pictures = new Map(
        rows
          .map(row => ({ name: row.img_name, width: row.img_width, height: row.img_height }))
          // If the dimensions are unknown, the file extension decides.
          .filter(({ name, width }) => width > 0 || PICTURE.test(name))
          .map(picture => [picture.name, picture] as const),
      );
      return new Map(
        names.flatMap((name, at) => {
          const picture = pictures.get(real[at] as string);
          return picture ? [[name, picture] as const] : [];
        }),
      );
    },
    deniedPictures: () => {
      denied ??= readDenied();
      return denied;
    },
  };

  async function targetsOf(names: readonly string[]): Promise<string[]> {
    const pages = names.map(dbkey => ({ namespace: NS.FILE, dbkey }));
    await followRedirects(pages.filter(({ dbkey }) => !redirects.has(titleKey(NS.FILE, dbkey))));
    return names.map(name => {
      const target = redirects.get(titleKey(NS.FILE, name))?.target;
      return target?.namespace === NS.FILE ? target.dbkey : name;
    });
  }

  async function readDenied(): Promise<ReadonlySet<string>> {
    const title = titles.local(DENIED_IMAGES);
    const text = title && (await loadCurrentTexts(db, [title])).get(textKey(title));
    if (!title || text === undefined) return new Set();
    const finder = new LinkFinder({ site, titles, title });
    finder.read(text);
    return new Set([...finder.links.pages.values()].filter(({ namespace }) => namespace === NS.FILE).map(({ dbkey }) => dbkey));
  }

  /** Loads the redirects at these titles, because both a redirect and its target count as transcluded. */
  async function followRedirects(fresh: readonly Title[]): Promise<void> {
    const rows = await loadInChunks(fresh, chunk =>
      whereTitles(
        db
          .selectFrom('page')
          .innerJoin('redirect', 'rd_from', 'page_id')
          .select(['page_namespace', 'page_title', 'rd_namespace', 'rd_title', 'rd_interwiki']),
        'page_namespace',
        'page_title',
        chunk,
      ).execute(),
    );
    for (const { namespace, dbkey } of fresh) redirects.set(titleKey(namespace, dbkey), { target: undefined });
    for (const row of rows) {
      const target = row.rd_interwiki ? undefined : { namespace: row.rd_namespace, dbkey: row.rd_title };
      redirects.set(titleKey(row.page_namespace, row.page_title), { target });
    }
  }
}

const PICTURE = /\.(?:jpe?g|png|gif|svg|webp|tiff?|xcf)$/i;

/** Returns the time of the newest revision. Variables such as `{{CURRENTYEAR}}` use it as the current time. */
const clockOf = (timestamp = '20010101000000'): Date =>
  new Date(timestamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));
