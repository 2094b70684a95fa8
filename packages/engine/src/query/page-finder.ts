import {
  ApiError,
  type Env,
  isInvalid,
  message,
  NS,
  type PageRow,
  type Pages,
  type ParsedTitle,
  type Title,
  titleKey,
} from '@wikiquery/core';
import { pagesById, pagesByTitle, redirectTargets, revisionPages } from '@wikiquery/pages';
import { type Normalized, RequestPages } from './page-set.ts';
import { findVariantTitles, type WrittenTitle } from './variant-titles.ts';
import type { VirtualTitles } from './virtual-titles.ts';

/** The parameters that select the pages of a request. */
export interface PageSource {
  readonly titles?: ReadonlySet<string> | undefined;
  readonly pageids?: ReadonlySet<number> | undefined;
  readonly revids?: ReadonlySet<number> | undefined;
}

export interface PageSetOptions {
  readonly redirects: boolean;
  readonly convertsTitles: boolean;
  readonly virtualTitles: VirtualTitles;
  /** The titles that were not sent as valid UTF-8 in NFC, with their normalized forms. */
  readonly unclean: readonly Normalized[];
}

/** Finds the pages of a request. Normalizes titles and follows redirects as MediaWiki does. */
export class PageFinder {
  readonly #env: Env;
  readonly #options: PageSetOptions;
  readonly #pages: RequestPages;
  /** Redirects whose targets have not been looked up yet, by page id. */
  #pending = new Map<number, PageRow>();
  /** Targets of redirecting special pages that have not been added yet, by the title of the special page. */
  #pendingSpecials = new Map<string, Title>();
  #nextFake = -1;

  private constructor(env: Env, options: PageSetOptions, resolvesRedirects = options.redirects) {
    this.#env = env;
    this.#options = options;
    this.#pages = new RequestPages(resolvesRedirects);
    for (const unclean of options.unclean) this.#pages.normalized.set(`bytes ${unclean.bytes}`, unclean);
  }

  /** Finds the pages that the request selects by titles or ids. */
  static async named(env: Env, source: PageSource, options: PageSetOptions): Promise<RequestPages> {
    const finder = new PageFinder(env, options, options.redirects && source.revids === undefined);
    if (options.redirects && source.revids !== undefined) env.warn(redirectsAndRevisions);
    if (source.titles) await finder.#addTexts(source.titles);
    else if (source.pageids) await finder.#addIds([...source.pageids]);
    else if (source.revids) await finder.#addRevisions([...source.revids]);
    await finder.#finish();
    return finder.#pages;
  }

  /** Finds the pages that a generator returned. */
  static async generated(env: Env, refs: Pages['refs'], options: PageSetOptions): Promise<RequestPages> {
    const finder = new PageFinder(env, options);
    const titles: Title[] = [];
    const ids: number[] = [];
    const revisions: number[] = [];
    for (const ref of refs) {
      if ('row' in ref) finder.#addRow(ref.row);
      else if ('title' in ref) titles.push(ref.title);
      else if ('id' in ref) ids.push(ref.id);
      else revisions.push(ref.revision);
    }
    await finder.#addTitles(await finder.#inVariants(titles));
    await finder.#addIds(ids);
    await finder.#addRevisions(revisions);
    const pages = finder.#pages;
    for (const ref of refs) {
      if (!ref.data) continue;
      const title = 'row' in ref ? ref.row : 'title' in ref ? ref.title : 'id' in ref ? pages.found.get(ref.id) : undefined;
      // A special page that the generator returns under an alias has no data in the response.
      if (title) pages.setGeneratorData(title, ref.data);
    }
    await finder.#finish();
    return pages;
  }

  /** Parses titles as sent, and adds them: invalid, interwiki and special titles, and pages to look up. */
  async #addTexts(texts: Iterable<string>): Promise<void> {
    const { titles } = this.#env;
    const parsed: [text: string, title: ParsedTitle][] = [];
    // Invalid titles get their ids before all other titles.
    for (const text of texts) {
      const title = titles.parse(text);
      if (isInvalid(title)) this.#pages.invalid.set(this.#nextFake--, { title: text, reason: title });
      else parsed.push([text, title]);
    }
    const pages: WrittenTitle[] = [];
    for (const [text, title] of parsed) {
      const { namespace, dbkey, interwiki } = title;
      const fixed = interwiki === '' ? this.#named(title) : title;
      const normal = titles.text(fixed);
      if (interwiki !== '') this.#pages.interwiki.set(normal, interwiki);
      else if (namespace < 0) this.#addSpecial(fixed);
      else if (dbkey !== '') pages.push({ text, title: { namespace, dbkey } });
      if (normal !== text) this.#pages.normalized.set(text, { from: text, to: normal });
    }
    await this.#addTitles(this.#options.convertsTitles ? await this.#convert(pages) : pages.map(({ title }) => title));
  }

  async #inVariants(titles: readonly Title[]): Promise<readonly Title[]> {
    if (!this.#options.convertsTitles) return titles;
    return this.#convert(titles.map(title => ({ text: this.#env.titles.text(title), title })));
  }

  /** Replaces each title without a page with the title of the page in another language variant, if one exists. */
  async #convert(written: readonly WrittenTitle[]): Promise<readonly Title[]> {
    const { titles } = this.#env;
    const found = await findVariantTitles(this.#env, written);
    return written.map(({ title }) => {
      const page = found.get(titleKey(title.namespace, title.dbkey));
      if (page) this.#pages.converted.set(titles.text(title), titles.text(page));
      return page ?? title;
    });
  }

  /** Replaces the alias of a special page with the page's name in the content language, under which the response lists it. */
  #named(title: Title): Title {
    if (title.namespace !== NS.SPECIAL) return title;
    return { namespace: NS.SPECIAL, dbkey: this.#options.virtualTitles.specialName(title.dbkey) };
  }

  /** Adds a special page, or its target if it redirects and the request resolves redirects. */
  #addSpecial(title: Title): void {
    const { titles, actor } = this.#env;
    if (this.#pages.idOf(title.namespace, title.dbkey) !== undefined) return;
    const target = this.#pages.resolvesRedirects ? this.#options.virtualTitles.specialTarget(title, actor, titles) : undefined;
    if (target) this.#pendingSpecials.set(titles.text(title), target);
    else this.#pages.place(this.#nextFake--, title, this.#pages.special);
  }

  async #addTitles(titles: readonly Title[]): Promise<void> {
    const wanted = new Map<number, Set<string>>();
    for (const { namespace, dbkey } of titles) {
      if (namespace < 0) this.#addSpecial(this.#named({ namespace, dbkey }));
      else if (this.#pages.idOf(namespace, dbkey) === undefined) {
        const names = wanted.get(namespace);
        if (names) names.add(dbkey);
        else wanted.set(namespace, new Set([dbkey]));
      }
    }
    if (wanted.size === 0) return;
    const asked = new Map(Array.from(wanted, ([namespace, names]) => [namespace, [...names]] as const));
    for (const row of await pagesByTitle(this.#env.db, asked)) {
      wanted.get(row.namespace)?.delete(row.dbkey);
      this.#addRow(row);
    }
    // Missing titles get ids grouped by namespace, in the order in which all requested titles first use the namespaces.
    for (const [namespace, names] of wanted)
      for (const dbkey of names) this.#pages.place(this.#nextFake--, { namespace, dbkey }, this.#pages.missing);
  }

  async #addIds(ids: readonly number[]): Promise<void> {
    const wanted = new Set(ids);
    if (wanted.size === 0) return;
    for (const row of await pagesById(this.#env.db, [...wanted])) {
      wanted.delete(row.id);
      this.#addRow(row);
    }
    this.#pages.missingIds.push(...wanted);
  }

  async #addRevisions(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { live, deleted } = await revisionPages(this.#env.db, ids, this.#env.actor.can('deletedhistory'));
    const pageIds = new Set<number>();
    for (const [revision, page] of live) {
      this.#pages.revisions.set(revision, page);
      pageIds.add(page);
    }
    await this.#addIds([...pageIds]);
    await this.#addTitles([...deleted.values()]);
    for (const [revision, { namespace, dbkey }] of deleted) {
      const page = this.#pages.idOf(namespace, dbkey);
      if (page !== undefined) this.#pages.deletedRevisions.set(revision, page);
    }
    this.#pages.missingRevisions.push(...ids.filter(id => !live.has(id) && !deleted.has(id)));
  }

  #addRow(row: PageRow): void {
    if (this.#pages.resolvesRedirects && row.isRedirect) {
      this.#pending.set(row.id, row);
      this.#pages.followed.push(row);
      this.#pages.nameId(row, row.id);
    } else this.#pages.place(row.id, row, this.#pages.found);
  }

  async #finish(): Promise<void> {
    while (this.#pending.size > 0 || this.#pendingSpecials.size > 0) await this.#followRedirects();
    if (this.#pages.missing.size + this.#pages.special.size === 0) return;
    for (const id of await this.#options.virtualTitles.withoutPage(this.#env, [...this.#pages.missing, ...this.#pages.special]))
      this.#pages.markKnown(id);
  }

  async #followRedirects(): Promise<void> {
    const { titles, db } = this.#env;
    const sources = this.#pending;
    this.#pending = new Map();
    const next: Title[] = [];
    const targets = sources.size === 0 ? [] : await redirectTargets(db, [...sources.keys()]);
    for (const target of targets) {
      const source = sources.get(target.from)!;
      const to = titles.text(target);
      this.#pages.redirects.push({
        from: titles.text(source),
        to,
        fragment: target.fragment,
        interwiki: target.interwiki,
        data: this.#pages.ownGeneratorData(source),
      });
      if (target.interwiki !== '') this.#pages.interwiki.set(to, target.interwiki);
      else {
        this.#pages.inheritIndex(source, target);
        next.push(target);
      }
      sources.delete(target.from);
    }
    // Redirect pages without a row in table `redirect` are listed themselves, unresolved.
    for (const row of sources.values()) this.#pages.place(row.id, row, this.#pages.found);
    for (const [from, target] of this.#pendingSpecials) {
      this.#pages.dependsOnReader = true;
      const source = titles.local(from);
      const data = source && this.#pages.ownGeneratorData(source);
      this.#pages.redirects.push({ from, to: titles.text(target), fragment: '', interwiki: '', data });
      next.push(target);
    }
    this.#pendingSpecials = new Map();
    await this.#addTitles(next);
  }
}

const redirectsAndRevisions = message('redirectsandrevids', 'Redirects are not followed for pages selected by revision ids.', {
  key: 'apiwarn-redirectsandrevids',
});

/** Makes the error for a request with two of `titles`, `pageids` and `revids`. */
export const multipleSources = (one: string, other: string): ApiError =>
  new ApiError(
    message('multisource', `"${one}" cannot be combined with "${other}".`, {
      key: 'apierror-invalidparammix-cannotusewith',
      params: [one, other],
    }),
  );
