/** Wikitext of a page. What is done in the process for long tasks. */
import type { TrackingCategory } from '@wikiquery/categories';
import { NS, type ParsedTitle, type Site, type Title, titleKey } from '@wikiquery/core';
import { encodeFragment } from '@wikiquery/site';
import {
  type ContextData,
  type ContextFunctions,
  contextOf,
  type Expansion,
  expansionHere,
  extensionTagsOf,
  readRedirect,
  type WikitextContext,
} from '@wikiquery/wikitext';
import { fileNames } from './file-names.ts';
import { escapeAttribute } from './parse/attributes.ts';
import { citeWording } from './parse/cite-wording.ts';
import { cleanHtml, cleanPage } from './parse/clean.ts';
import { HeadingSources } from './parse/heading-sources.ts';
import { type Section, type Toc, withToggle, writeHeadings } from './parse/headings.ts';
import { HtmlWriter, SHOWN_FILE, TRACKED } from './parse/html-writer.ts';
import type { ShownFileFacts } from './parse/image-html.ts';
import { Markers } from './parse/markers.ts';
import { inOrderOfNotes } from './parse/note-order.ts';
import { parseWikitext } from './parse/parse.ts';

export interface PageTask {
  readonly text: string;
  readonly place: ContextData;
  readonly isRedirect: boolean;
  /** In which the interface speaks. */
  readonly readerLanguage: string;
  readonly hasEditLinks: boolean;
  readonly toc: Toc;
}

export interface PageAsked extends ContextFunctions {
  /** Those that are there, by `titleKey`, in the order of the database; the value tells whether the page is a redirect. */
  pages(titles: readonly Title[]): Promise<readonly (readonly [key: string, isRedirect: boolean])[]>;
  /** The title of a link to a page that is not there, in the language of the wiki; `$1` is its name. */
  missingTitle(): Promise<string>;
  /** In the order of the names. */
  files(names: readonly string[]): Promise<readonly (ShownFileFacts | undefined)[]>;
}

/** A page as HTML, and what was met on the way: each in the order in which the text has it. */
export interface RenderedPage {
  readonly html: string;
  readonly sections: readonly Section[];
  readonly showsToc: boolean;
  readonly links: readonly (Title & { readonly exists: boolean })[];
  /** Those that the software puts the page into by their keys. */
  readonly categories: readonly (readonly [dbkey: string, sortkey: string] | TrackingCategory)[];
  /** HTML, where the text sets one. */
  readonly displayTitle: string | undefined;
  readonly languages: readonly ParsedTitle[];
  readonly interwikis: readonly ParsedTitle[];
  readonly externals: readonly string[];
  readonly files: readonly string[];
  /** Whether the text is read as wikitext. */
  readonly isRead: boolean;
  /** Modules of the resource loader that style it. */
  readonly styles: readonly string[];
  /** Such as `notoc`. */
  readonly switches: readonly string[];
  /** HTML that stands beside the title, by its name. */
  readonly indicators: readonly (readonly [name: string, html: string])[];
  readonly notes: Omit<Expansion, 'text'>;
  readonly report: Report;
}

/** What it took besides the expansion. */
export interface Report {
  /** Seconds. */
  readonly cpu: number;
  readonly wall: number;
  /** Of tags of extensions: how deep they stand within each other, and bytes of what they show. */
  readonly tagDepth: number;
  readonly tagSize: number;
}

export async function render(
  { text, place, isRedirect, readerLanguage, hasEditLinks, toc: wantedToc }: PageTask,
  asked: PageAsked,
): Promise<RenderedPage> {
  const begun = { cpu: process.cpuUsage(), wall: performance.now() };
  const context = { ...(await contextOf(place, asked)), size: Buffer.byteLength(text) };
  const { site, titles, title } = context;
  const [target, content] = readRedirect(text, isRedirect, site, titles);
  const headings = new HeadingSources(title);
  const marked = headings.markPage(content, extensionTagsOf(site));
  const { text: expanded, ...notes } = await expansionHere(marked, context, undefined, { ...TAGS, marked: headings.markIncluded });
  headings.lead(await redirectsAmong(headings.included, asked, context));
  const texts = new Markers();
  const say = async (key: string, usual: string, ...params: string[]): Promise<string> => {
    const message = await asked.message(key, params);
    return message === '' || message.startsWith('⧼') ? usual : message;
  };
  const words = {
    language: context.lang ?? site.lang,
    missing: await asked.missingTitle(),
    noThumbnail: /thumb/i.test(expanded) ? await say('thumbnail_error', 'No thumbnail: $1', '') : '',
    namelessIndicator: /<indicator/i.test(expanded)
      ? await say('invalid-indicator-name', '<strong>Error:</strong> An indicator needs a name.')
      : '',
    cite: /<ref/i.test(expanded) ? await citeWording(say) : new Map(),
  };
  const writer = new HtmlWriter({ site, titles, title, texts, words });
  const filesOf = async (names: readonly string[]) => {
    const unknown = [...new Set(names)].filter(name => !files.has(name));
    const facts = await inParts(unknown, some => asked.files(some));
    return unknown.flatMap((name, at) => (facts[at] === undefined ? [] : [[name, facts[at]] as const]));
  };
  let files: ReadonlyMap<string, ShownFileFacts> = new Map();
  // Whether a file is a picture decides on the element around it.
  files = new Map(await filesOf(fileNames(expanded, titles)));
  writer.known = { pages: new Map(), files };
  for (const page of notes.linked) if (page.namespace >= 0) writer.met.links.set(titleKey(page.namespace, page.dbkey), page);
  const body = parseWikitext(expanded, { site, titles, title, texts, writer });
  const isLinked = target !== undefined && writer.met.links.has(titleKey(target.namespace, target.dbkey));
  const lead =
    target === undefined ? '' : writer.redirect(target, titles.text(target) + (target.fragment === '' ? '' : `#${target.fragment}`));
  const links = [...writer.met.links.values()].toSorted((a, b) => a.namespace - b.namespace);
  const found = await inParts(links, some => asked.pages(some));
  writer.known = { pages: new Map(found), files: new Map([...files, ...(await filesOf([...writer.met.files, ...writer.asked]))]) };
  const editTitle = await say('editsectionhint', 'Edit section: $1', '$1');
  const wording = {
    edit: await say('editsection', 'edit'),
    contents: await say('toc', 'Contents'),
    editTitle: (section: string) => editTitle.replace('$1', () => section),
  };
  const { html, sections, toc, showsToc } = writeHeadings(body, writer, {
    ...{ headings, hasEditLinks, toc: wantedToc, isWrapped: site.since('1.44'), wording, language: readerLanguage },
    release: piece => texts.release(piece),
  });
  const included = new Set(notes.included.map(({ namespace, dbkey }) => titleKey(namespace, dbkey)));
  const isIncluded = ({ namespace, dbkey }: Title): boolean =>
    included.has(titleKey(namespace, dbkey)) && writer.known.pages.has(titleKey(namespace, dbkey));
  const broken = [...writer.met.categories.keys()].find(
    key => key.startsWith(SHOWN_FILE) && !key.startsWith(TRACKED) && !writer.known.files.has(key.slice(SHOWN_FILE.length)),
  );
  const redirect =
    lead === ''
      ? ''
      : `<div class="redirectMsg"><p>${await say('redirectto', 'Redirect to:')}</p><ul class="redirectText"><li>${lead}</li></ul></div>`;
  return {
    // The beginning tells as well that no response can hold it.
    html: withRedirectMark(withToggle(cleanPage(texts.release(redirect + html), texts.release(toc))), target, site).slice(
      0,
      site.configuration.maxResultSize + 2,
    ),
    sections: sections.map(section => ({ ...section, line: cleanHtml(section.line) })),
    showsToc,
    links: inOrder(writer, links, [...notes.linked, ...links.filter(isIncluded)], found, isLinked ? undefined : target),
    categories: [...writer.met.categories].flatMap(([dbkey, sortkey]): RenderedPage['categories'] => {
      if (dbkey === broken) return ['broken-file-category'];
      if (dbkey.startsWith(TRACKED)) return [dbkey.slice(TRACKED.length) as TrackingCategory];
      return dbkey.startsWith(SHOWN_FILE) ? [] : [[dbkey, sortkey]];
    }),
    displayTitle: notes.properties.displaytitle === undefined ? undefined : cleanHtml(notes.properties.displaytitle),
    languages: writer.met.languages,
    interwikis: [...writer.met.interwikis.values()],
    externals: [...writer.met.externals],
    files: [...new Set([...writer.met.files].flatMap(name => [name, writer.known.files.get(name)?.target ?? name]))],
    ...{ isRead: true, styles: [] },
    switches: [...writer.met.switches],
    indicators: Array.from(writer.met.indicators, ([name, shown]) => [name, cleanHtml(texts.release(shown))] as const),
    notes,
    report: {
      cpu: Object.values(process.cpuUsage(begun.cpu)).reduce((sum, part) => sum + part, 0) / 1e6,
      wall: (performance.now() - begun.wall) / 1e3,
      ...texts.tags,
    },
  };
}

/** Tells programs where the page redirects to. Done when the HTML is clean, which knows no links of this kind. */
function withRedirectMark(html: string, target: ParsedTitle | undefined, { since, urls }: Site): string {
  if (target === undefined || !since('1.44')) return html;
  const address = urls.local(target) + (target.fragment === '' ? '' : `#${encodeFragment(target.fragment)}`);
  const mark = `<link rel="mw:PageProp/redirect"${since('1.45') ? ` href="${escapeAttribute(address)}">` : ' />'}`;
  return html.replace('</li></ul></div>', end => end + mark);
}

/** The pages that redirects among these lead to. */
async function redirectsAmong(
  pages: readonly Title[],
  asked: PageAsked,
  { site, titles }: WikitextContext,
): Promise<ReadonlyMap<Title, Title>> {
  const found = new Map(await inParts(pages, some => asked.pages(some)));
  const targets = new Map<Title, Title>();
  for (const page of pages.filter(({ namespace, dbkey }) => found.get(titleKey(namespace, dbkey)))) {
    const [target] = readRedirect((await asked.page(page))?.text ?? '', true, site, titles);
    if (target) targets.set(page, target);
  }
  return targets;
}

/** Titles that the server is asked for at once: reading a long list would hold up others. */
const MOST_AT_ONCE = 2000;

async function inParts<T, R>(items: readonly T[], ask: (some: readonly T[]) => Promise<readonly R[]>): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += MOST_AT_ONCE)
    for (const each of await ask(items.slice(at, at + MOST_AT_ONCE))) answers.push(each);
  return answers;
}

/** Tags that hold wikitext. */
const TAGS = { names: ['ref', 'references', 'gallery', 'poem', 'section', 'langconvert', 'indicator'], inOrder: inOrderOfNotes };

/** As MediaWiki gets to know them: what is known anyway, pages as the database has them, and those that are not there. */
function inOrder(
  { met, known }: HtmlWriter,
  links: readonly Title[],
  asked: readonly Title[],
  found: readonly (readonly [key: string, isRedirect: boolean])[],
  /** The target of a redirect comes at the end, where nothing else links it. */
  target: Title | undefined,
): (Title & { readonly exists: boolean })[] {
  const isFile = (key: string): boolean => key.startsWith(`${NS.FILE}:`) && known.files.has(key.slice(`${NS.FILE}:`.length));
  const wanted = links.map(({ namespace, dbkey }) => titleKey(namespace, dbkey));
  const keys = new Set([
    ...asked.map(({ namespace, dbkey }) => titleKey(namespace, dbkey)),
    ...wanted.filter(isFile),
    ...found.map(([key]) => key),
    ...wanted,
  ]);
  const last = target && titleKey(target.namespace, target.dbkey);
  if (last !== undefined && keys.delete(last)) keys.add(last);
  return [...keys].flatMap(key => {
    const title = met.links.get(key);
    return title ? [{ namespace: title.namespace, dbkey: title.dbkey, exists: known.pages.has(key) }] : [];
  });
}
