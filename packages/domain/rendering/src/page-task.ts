import type { TrackingCategory } from '@wikiquery/categories';
import { NS, type ParsedTitle, type Site, type Title, type Titles, titleKey } from '@wikiquery/core';
import { encodeFragment } from '@wikiquery/site';
import {
  type ContextData,
  type ContextFunctions,
  contextOf,
  type Expansion,
  expansionInProcess,
  extensionTagsOf,
  readRedirect,
  type WikitextContext,
} from '@wikiquery/wikitext';
import { inBatches } from './batches.ts';
import {
  type ConversionHost,
  type ConvertedTitle,
  convertTitle,
  startConversion,
  type VariantConversion,
  variantsOfTitles,
} from './conversion.ts';
import { fileNames } from './file-names.ts';
import { escapeAttribute } from './parse/attributes.ts';
import { citeWording } from './parse/cite-wording.ts';
import { cleanHtml, cleanPage } from './parse/clean.ts';
import { HeadingSources } from './parse/heading-sources.ts';
import { type Section, type Toc, withToggle, writeHeadings } from './parse/headings.ts';
import { HtmlWriter, SHOWN_FILE, TRACKED } from './parse/html-writer.ts';
import type { ShownFileFacts } from './parse/image-html.ts';
import { inOrderOfNotes } from './parse/note-order.ts';
import { parseWikitext } from './parse/parse.ts';
import { StripState } from './parse/strip-state.ts';

export interface PageTask {
  readonly text: string;
  readonly context: ContextData;
  readonly isRedirect: boolean;
  readonly userLanguage: string;
  readonly hasEditLinks: boolean;
  readonly toc: Toc;
  /** Variant of the content language that the page is converted to. */
  readonly variant?: string | undefined;
}

export interface PageHost extends ContextFunctions, ConversionHost {
  /** Returns the existing pages by `titleKey`, in the order of the database, each with whether it is a redirect. */
  pages(titles: readonly Title[]): Promise<readonly (readonly [key: string, isRedirect: boolean])[]>;
  missingTitle(): Promise<string>;
  files(names: readonly string[]): Promise<readonly (ShownFileFacts | undefined)[]>;
}

/** HTML of a page, and metadata of its text. */
export interface RenderedPage {
  readonly html: string;
  readonly sections: readonly Section[];
  readonly showsToc: boolean;
  readonly links: readonly (Title & { readonly exists: boolean })[];
  /** Categories with sort keys. Tracking categories are represented by their message keys. */
  readonly categories: readonly (readonly [dbkey: string, sortkey: string] | TrackingCategory)[];
  /** Display title as HTML. Undefined if the text does not set one. */
  readonly displayTitle: string | undefined;
  /** Title in the variant that the page was converted to. Undefined if the page was not converted. */
  readonly converted: ConvertedTitle | undefined;
  readonly languages: readonly ParsedTitle[];
  readonly interwikis: readonly ParsedTitle[];
  readonly externals: readonly string[];
  readonly files: readonly string[];
  /** Whether the text was parsed as wikitext. */
  readonly isRead: boolean;
  /** ResourceLoader modules with styles. */
  readonly styles: readonly string[];
  readonly switches: readonly string[];
  readonly indicators: readonly (readonly [name: string, html: string])[];
  readonly notes: Omit<Expansion, 'text'>;
  readonly report: Report;
}

export interface Report {
  /** Processor time and elapsed time in seconds. */
  readonly cpu: number;
  readonly wall: number;
  /** Nesting depth of extension tags, and size of their HTML in bytes. */
  readonly tagDepth: number;
  readonly tagSize: number;
}

export async function render(
  { text, context, isRedirect, userLanguage, hasEditLinks, toc: tocForm, variant }: PageTask,
  host: PageHost,
): Promise<RenderedPage> {
  const start = { cpu: process.cpuUsage(), wall: performance.now() };
  const wikitextContext = { ...(await contextOf(context, host)), size: Buffer.byteLength(text) };
  const { site, titles, title, lang = site.lang } = wikitextContext;
  const [target, content] = readRedirect(text, isRedirect, site, titles);
  const headings = new HeadingSources(title);
  const marked = headings.markPage(content, extensionTagsOf(site));
  const tags = { ...WIKITEXT_TAGS, marked: headings.markIncluded };
  const { text: expanded, ...notes } = await expansionInProcess(marked, wikitextContext, undefined, tags);
  await wikitextContext.loadGenders?.(expanded);
  headings.followRedirects(await redirectsAmong(headings.included, host, wikitextContext));
  const stripState = new StripState();
  const message = async (key: string, fallback: string, ...params: string[]): Promise<string> => {
    const found = await host.message(key, params);
    return found === '' || found.startsWith('⧼') ? fallback : found;
  };
  const interfaceTexts = {
    language: lang,
    missing: await host.missingTitle(),
    noThumbnail: /thumb/i.test(expanded) ? await message('thumbnail_error', 'No thumbnail: $1', '') : '',
    namelessIndicator: /<indicator/i.test(expanded)
      ? await message('invalid-indicator-name', '<strong>Error:</strong> An indicator needs a name.')
      : '',
    cite: /<ref/i.test(expanded) ? await citeWording(message) : new Map(),
  };
  const conversion = await startConversion(variant, site, host);
  const writer = new HtmlWriter({ site, titles, title, stripState, interfaceTexts });
  const loadFiles = async (names: readonly string[]) => {
    const unknown = [...new Set(names)].filter(name => !files.has(name));
    const facts = await inBatches(unknown, some => host.files(some), BATCH);
    return unknown.flatMap((name, at) => (facts[at] === undefined ? [] : [[name, facts[at]] as const]));
  };
  let files: ReadonlyMap<string, ShownFileFacts> = new Map();
  // Files are loaded before parsing, because the HTML element depends on whether a file is a picture.
  files = new Map(await loadFiles(fileNames(expanded, titles)));
  writer.known = { pages: new Map(), files };
  for (const page of notes.linked) if (page.namespace >= 0) writer.used.links.set(titleKey(page.namespace, page.dbkey), page);
  const body = parseWikitext(expanded, { site, titles, title, stripState, writer });
  const isLinked = target !== undefined && writer.used.links.has(titleKey(target.namespace, target.dbkey));
  const redirectLink =
    target === undefined ? '' : writer.redirect(target, titles.text(target) + (target.fragment === '' ? '' : `#${target.fragment}`));
  const links = [...writer.used.links.values()].toSorted((a, b) => a.namespace - b.namespace);
  const found = await inBatches(links, some => host.pages(some), BATCH);
  const variants = conversion ? await findVariants(links, found, { conversion, titles, host }) : [];
  for (const [, page] of variants) writer.used.links.set(titleKey(page.namespace, page.dbkey), page);
  found.push(...variants.map(([, { namespace, dbkey, isRedirect: redirects }]) => [titleKey(namespace, dbkey), redirects] as const));
  writer.known = {
    variants: new Map(variants),
    pages: new Map(found),
    files: new Map([...files, ...(await loadFiles([...writer.used.files, ...writer.checkedFiles]))]),
  };
  const editTitle = await message('editsectionhint', 'Edit section: $1', '$1');
  const wording = {
    edit: await message('editsection', 'edit'),
    contents: await message('toc', 'Contents'),
    editTitle: (section: string) => editTitle.replace('$1', () => section),
  };
  const converts = conversion && !writer.used.switches.has('nocontentconvert') ? conversion.page : undefined;
  const convert = (html: string): string => converts?.convert(html) ?? html;
  const { html, sections, toc, showsToc } = writeHeadings(body, writer, {
    ...{ headings, hasEditLinks, toc: tocForm, isWrapped: site.since('1.44'), wording, language: userLanguage, pageLanguage: lang },
    unstrip: piece => stripState.unstrip(piece),
    keep: piece => stripState.keep(piece),
    convert,
  });
  const included = new Set(notes.included.map(({ namespace, dbkey }) => titleKey(namespace, dbkey)));
  const isIncluded = ({ namespace, dbkey }: Title): boolean =>
    included.has(titleKey(namespace, dbkey)) && writer.known.pages.has(titleKey(namespace, dbkey));
  const broken = [...writer.used.categories.keys()].find(
    key => key.startsWith(SHOWN_FILE) && !key.startsWith(TRACKED) && !writer.known.files.has(key.slice(SHOWN_FILE.length)),
  );
  const redirect =
    redirectLink === ''
      ? ''
      : `<div class="redirectMsg"><p>${await message('redirectto', 'Redirect to:')}</p><ul class="redirectText"><li>${redirectLink}</li></ul></div>`;
  const whole = convert(converts ? stripState.unstripConvertible(redirect + html) : redirect + html);
  // Sections are converted after the text, because its rules apply to them.
  const shownSections = sections.map(section => ({ ...section, line: convert(section.line) }));
  return {
    // Longer HTML exceeds the maximum result size anyway, so the rest is not needed.
    html: withRedirectTarget(withToggle(cleanPage(stripState.unstrip(whole), stripState.unstrip(toc(shownSections)))), target, site).slice(
      0,
      site.configuration.maxResultSize + 2,
    ),
    sections: shownSections.map(section => ({ ...section, line: cleanHtml(section.line) })),
    showsToc,
    links: inOrder(writer, links, [...notes.linked, ...links.filter(isIncluded)], found, isLinked ? undefined : target),
    categories: [...writer.used.categories].flatMap(([dbkey, sortkey]): RenderedPage['categories'] => {
      if (dbkey === broken) return ['broken-file-category'];
      if (dbkey.startsWith(TRACKED)) return [dbkey.slice(TRACKED.length) as TrackingCategory];
      return dbkey.startsWith(SHOWN_FILE) ? [] : [[dbkey, sortkey]];
    }),
    displayTitle: notes.properties.displaytitle === undefined ? undefined : cleanHtml(notes.properties.displaytitle),
    converted: converts && conversion ? convertTitle(conversion, title, site) : undefined,
    languages: writer.used.languages,
    interwikis: [...writer.used.interwikis.values()],
    externals: [...writer.used.externals],
    files: [...new Set([...writer.used.files].flatMap(name => [name, writer.known.files.get(name)?.target ?? name]))],
    ...{ isRead: true, styles: [] },
    switches: [...writer.used.switches],
    indicators: Array.from(writer.used.indicators, ([name, shown]) => [name, cleanHtml(stripState.unstrip(shown))] as const),
    notes,
    report: {
      cpu: Object.values(process.cpuUsage(start.cpu)).reduce((sum, part) => sum + part, 0) / 1e6,
      wall: (performance.now() - start.wall) / 1e3,
      ...stripState.tags,
    },
  };
}

/** Adds a machine-readable redirect target. Must run after `cleanPage`, which removes such `link` elements. */
function withRedirectTarget(html: string, target: ParsedTitle | undefined, { since, urls }: Site): string {
  if (target === undefined || !since('1.44')) return html;
  const address = urls.local(target) + (target.fragment === '' ? '' : `#${encodeFragment(target.fragment)}`);
  const mark = `<link rel="mw:PageProp/redirect"${since('1.45') ? ` href="${escapeAttribute(address)}">` : ' />'}`;
  return html.replace('</li></ul></div>', end => end + mark);
}

/** Finds existing pages that missing titles refer to in other language variants. Returns them by `titleKey` of the missing title. */
async function findVariants(
  links: readonly Title[],
  found: readonly (readonly [key: string, isRedirect: boolean])[],
  { conversion, titles, host }: { readonly conversion: VariantConversion; readonly titles: Titles; readonly host: PageHost },
): Promise<(readonly [key: string, page: Title & { readonly isRedirect: boolean }])[]> {
  const existing = new Set(found.map(([key]) => key));
  const missing = links.filter(({ namespace, dbkey }) => !existing.has(titleKey(namespace, dbkey)));
  const forms = variantsOfTitles(missing, conversion, titles);
  const pages = new Map(await inBatches([...forms.values()].flat(), some => host.pages(some), BATCH));
  return [...forms].flatMap(([key, others]) => {
    const page = others.find(({ namespace, dbkey }) => pages.has(titleKey(namespace, dbkey)));
    if (!page) return [];
    const { namespace, dbkey } = page;
    return [[key, { namespace, dbkey, isRedirect: pages.get(titleKey(namespace, dbkey)) === true }] as const];
  });
}

async function redirectsAmong(
  pages: readonly Title[],
  host: PageHost,
  { site, titles }: WikitextContext,
): Promise<ReadonlyMap<Title, Title>> {
  const found = new Map(await inBatches(pages, some => host.pages(some), BATCH));
  const targets = new Map<Title, Title>();
  for (const page of pages.filter(({ namespace, dbkey }) => found.get(titleKey(namespace, dbkey)))) {
    const [target] = readRedirect((await host.page(page))?.text ?? '', true, site, titles);
    if (target) targets.set(page, target);
  }
  return targets;
}

/** Maximum number of titles in a lookup. Longer lists would block the event loop of the server. */
const BATCH = 2000;

const WIKITEXT_TAGS = { names: ['ref', 'references', 'gallery', 'poem', 'section', 'langconvert', 'indicator'], inOrder: inOrderOfNotes };

/** Sorts links as MediaWiki does: already checked pages, then existing pages in the order of the database, then missing pages. */
function inOrder(
  { used, known }: HtmlWriter,
  links: readonly Title[],
  checked: readonly Title[],
  found: readonly (readonly [key: string, isRedirect: boolean])[],
  /** Redirect target. It comes last, unless the text also links it. */
  target: Title | undefined,
): (Title & { readonly exists: boolean })[] {
  const isFile = (key: string): boolean => key.startsWith(`${NS.FILE}:`) && known.files.has(key.slice(`${NS.FILE}:`.length));
  const linked = links.map(({ namespace, dbkey }) => titleKey(namespace, dbkey));
  const keys = new Set([
    ...checked.map(({ namespace, dbkey }) => titleKey(namespace, dbkey)),
    ...linked.filter(isFile),
    ...found.map(([key]) => key),
    ...linked,
  ]);
  const last = target && titleKey(target.namespace, target.dbkey);
  if (last !== undefined && keys.delete(last)) keys.add(last);
  return [...keys].flatMap(key => {
    const title = used.links.get(key);
    return title ? [{ namespace: title.namespace, dbkey: title.dbkey, exists: known.pages.has(key) }] : [];
  });
}
