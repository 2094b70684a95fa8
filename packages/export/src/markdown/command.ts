import { basename } from 'node:path';
import { type Title, titleKey } from '@wikiquery/core';
import { countText, terminalProgress } from '@wikiquery/dumps';
import { bodyText } from '@wikiquery/engine';
import { printError } from '@wikiquery/hardening';
import { type App, type Assembled, assemble, type Settings, StartError } from '@wikiquery/server';
import { createTitles } from '@wikiquery/titles';
import { titlesIn } from '../title-list.ts';
import { type MarkdownExportOptions, type ParsedPage, writeMarkdown } from './write-pages.ts';

/** Flags of `wikiquery export --format markdown`. */
export interface MarkdownFlags {
  readonly out: string | undefined;
  /** File with the titles of the pages to export. */
  readonly pages: string | undefined;
  readonly namespaces: readonly number[] | undefined;
  readonly links: string | undefined;
  readonly withoutImages: boolean;
}

const LINKS = ['relative', 'absolute', 'text'] as const;

/** Writes the pages of a wiki as Markdown files. Returns the exit code. Rejects with a `StartError` for invalid flags. */
export async function exportMarkdown(app: App, settings: Settings, flags: MarkdownFlags): Promise<number> {
  const { out, pages, namespaces, links = 'relative', withoutImages } = flags;
  if (out === undefined) throw new StartError(['Name the folder of the files with --out DIR.']);
  const form = LINKS.find(each => each === links);
  if (form === undefined) throw new StartError([`--links must be one of ${LINKS.join(', ')}, not "${links}".`]);
  const assembled = await assemble(app, { ...settings, cachedResponses: 0 });
  const progress = terminalProgress();
  try {
    if (!assembled.plugins.actions.has('parse')) throw new StartError(['Install the action "parse", which renders the pages.']);
    const { site } = assembled;
    const titles = createTitles(site);
    const named = pages === undefined ? undefined : await titlesIn(pages, titles);
    const options: MarkdownExportOptions = {
      out,
      isSelected: selection(named, namespaces),
      form: JSON.stringify({ version: 1, links: form, withoutImages }),
      links: form,
      images: withoutImages ? 'link' : 'embed',
      onProgress: counts => progress.update(counts.written + counts.unchanged, { ...counts }),
      onFailure: (title, error) => progress.warn(`"${title}" could not be exported: ${error.message}`),
    };
    progress.begin('Export', 0);
    const source = { db: assembled.database.db, site, titles, parse: (revision: number) => parse(assembled, revision) };
    const { written, unchanged, deleted, failed } = await writeMarkdown(source, options);
    progress.end();
    const parts = [
      `Wrote ${countText(written, 'pages')} to ${basename(out)}.`,
      ...(unchanged > 0 ? [`${countText(unchanged, 'pages')} did not change.`] : []),
      ...(deleted > 0 ? [`Deleted ${countText(deleted, 'files')} of other pages.`] : []),
      ...(failed > 0 ? [`${countText(failed, 'pages')} failed. The next export tries them again.`] : []),
    ];
    printError(parts.join(' '));
    return failed > 0 ? 1 : 0;
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === undefined ? error : new StartError([`Cannot write the files: ${message}.`]);
  } finally {
    await assembled.close();
  }
}

function selection(titles: readonly Title[] | undefined, namespaces: readonly number[] | undefined): MarkdownExportOptions['isSelected'] {
  const keys = titles && new Set(titles.map(({ namespace, dbkey }) => titleKey(namespace, dbkey)));
  return ({ namespace, dbkey }) => (!namespaces || namespaces.includes(namespace)) && (!keys || keys.has(titleKey(namespace, dbkey)));
}

/** Renders a revision as an anonymous user sees it. */
async function parse({ answer }: Assembled, revision: number): Promise<ParsedPage | undefined> {
  const query = `action=parse&oldid=${revision}&prop=text%7Ccategories%7Clinks&disableeditsection=1&disabletoc=1&format=json&formatversion=2`;
  const { signal } = new AbortController();
  const response = await answer({ method: 'GET', query, headers: {}, ip: '127.0.0.1', secure: false, signal });
  const { parse: parsed, error } = JSON.parse(bodyText(response)) as ParseResponse;
  if (parsed) return { html: parsed.text, categories: parsed.categories.map(nameOf), links: parsed.links.map(({ title }) => title) };
  if (error?.code === 'readapidenied')
    throw new StartError(['Anonymous users cannot read this wiki. The export contains what they can read.']);
  if (error?.code === 'permissiondenied' || error?.code === 'nosuchrevid') return undefined;
  throw new Error(error?.info ?? 'The page has no text.');
}

interface ParseResponse {
  readonly parse?: {
    readonly text: string;
    readonly categories: readonly { readonly category: string }[];
    readonly links: readonly { readonly title: string }[];
  };
  readonly error?: { readonly code: string; readonly info: string };
}

const nameOf = ({ category }: { readonly category: string }): string => category.replaceAll('_', ' ');
