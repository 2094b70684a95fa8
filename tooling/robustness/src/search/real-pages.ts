import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from '@wikiquery/database';
import { importSources } from '@wikiquery/dumps';
import { loadMainTexts } from '@wikiquery/revisions';
import { escapeXml } from './xml.ts';

/** A page made of what a real text says where it links to a title. */
export interface RealPage {
  readonly title: string;
  readonly text: string;
  readonly redirects: readonly string[];
}

const SILENT = { begin: () => {}, update: () => {}, end: () => {}, warn: () => {} };
const LINK = /\[\[([^\]|#:<>{}[\n]{3,80})(?:\|([^\]|{}[\n]{3,80}))?\]\]/;
/** Characters of a sentence that says something. */
const LEAST = 50;

/** Takes dumps apart: each sentence with a link becomes the beginning of the page that it leads to, other words of the link a redirect to it. */
export async function realPages(dumps: readonly string[]): Promise<readonly RealPage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-real-pages-'));
  try {
    const pages = new Map<string, { readonly title: string; text: string; redirects: string[] }>();
    const taken = new Set<string>();
    for (const [at, dump] of dumps.entries()) {
      const file = join(folder, `${at}.sqlite`);
      await importSources(`sqlite:${file}`, [dump], { progress: SILENT, without: new Set(['links', 'search']) });
      for (const text of await textsOf(file)) for (const sentence of sentencesOf(text)) take(sentence);
    }
    return [...pages.values()];

    function take(sentence: string): void {
      for (const [, target = '', label] of sentence.matchAll(new RegExp(LINK, 'g'))) {
        const title = target.replaceAll('_', ' ').replace(/\s+/g, ' ').trim();
        const key = title.toLowerCase();
        if (title === '' || taken.has(key)) continue;
        taken.add(key);
        pages.set(key, { title: title[0]?.toUpperCase() + title.slice(1), text: sentence, redirects: [] });
        const other = label?.replace(/'{2,}|[_\s]+/g, ' ').trim() ?? '';
        if (/^[\p{L}\p{N}]/u.test(other) && !/[#<>|&]/.test(other) && !taken.has(other.toLowerCase())) {
          taken.add(other.toLowerCase());
          pages.get(key)?.redirects.push(other[0]?.toUpperCase() + other.slice(1));
        }
        return;
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function textsOf(file: string): Promise<string[]> {
  const { db, close } = await open(`sqlite:${file}`, { connections: 1 });
  try {
    const rows = await db.selectFrom('page').select('page_latest').where('page_namespace', '=', 0).orderBy('page_id').execute();
    const texts = await loadMainTexts(db, new Set(rows.map(row => row.page_latest)), 'any');
    return rows.map(row => texts.get(row.page_latest) ?? '');
  } finally {
    await close();
  }
}

function sentencesOf(wikitext: string): string[] {
  let bare = wikitext.replace(/<!--.*?-->|<ref[^>]*\/>|<ref.*?<\/ref>|\{\|.*?\n\|\}/gs, '');
  for (let times = 0; times < 6; times++) bare = bare.replace(/\{\{[^{}]*\}\}/g, '');
  return (
    bare
      .split('\n')
      // Captions of files are no sentences.
      .filter(line => !/^[=|!{}]|^\[\[[^\]|]*:/.test(line))
      .flatMap(line => line.replace(/^[*:#;]+\s*/, '').split(/(?<=[.!?]["')]?)\s+(?=[\p{Lu}"'[])/u))
      .filter(sentence => sentence.length >= LEAST)
  );
}

/** Writes the pages as a dump. */
export async function writeDump(file: string, pages: readonly RealPage[]): Promise<void> {
  let id = 0;
  const page = (title: string, text: string, target?: string): string => {
    id++;
    const redirect = target === undefined ? '' : `<redirect title="${escapeXml(target)}" />`;
    return `<page><title>${escapeXml(title)}</title><ns>0</ns><id>${id}</id>${redirect}<revision><id>${id}</id><timestamp>2026-01-01T00:00:00Z</timestamp><contributor><username>Writer</username><id>1</id></contributor><model>wikitext</model><format>text/x-wiki</format><text xml:space="preserve">${escapeXml(text)}</text></revision></page>\n`;
  };
  const written = pages.flatMap(({ title, text, redirects }) => [
    page(title, text),
    ...redirects.map(name => page(name, `#REDIRECT [[${title}]]`, title)),
  ]);
  const head =
    '<siteinfo><sitename>Known</sitename><dbname>known</dbname><base>https://known.example/wiki/Main_Page</base><generator>MediaWiki 1.43.0</generator><case>first-letter</case><namespaces><namespace key="0" case="first-letter" /></namespaces></siteinfo>\n';
  await writeFile(
    file,
    `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">${head}${written.join('')}</mediawiki>\n`,
  );
}
