import { basename } from 'node:path';
import { countText, terminalProgress } from '@wikiquery/dumps';
import { ContainedFolder } from '@wikiquery/file-storage';
import { printError } from '@wikiquery/hardening';
import { normalizerOf } from '@wikiquery/languages';
import { type App, openForReading, readArguments, StartError } from '@wikiquery/server';
import { createTitles } from '@wikiquery/titles';
import { withOutput } from '../output.ts';
import { withSmallHeap } from '../small-heap.ts';
import { titlesIn } from '../title-list.ts';
import { type DumpSchema, SCHEMAS } from './elements.ts';
import { type DumpOptions, writeDump } from './write-dump.ts';

const FLAGS = {
  format: { type: 'string' },
  schema: { type: 'string' },
  current: { type: 'boolean' },
  pages: { type: 'string' },
  namespaces: { type: 'string' },
  logs: { type: 'boolean' },
  'without-pages': { type: 'boolean' },
  uploads: { type: 'boolean' },
  'include-files': { type: 'boolean' },
  'files-to': { type: 'string' },
  out: { type: 'string' },
  links: { type: 'string' },
  'without-images': { type: 'boolean' },
} as const;

const TABLES: ReadonlySet<string> = new Set([
  'actor',
  'comment',
  'content',
  'content_models',
  'page',
  'redirect',
  'revision',
  'slot_roles',
  'slots',
]);

/** Runs `wikiquery export`. Returns the exit code. Rejects with a `StartError` for invalid arguments or an unwritable file. */
export async function run(app: App, args: readonly string[]): Promise<number> {
  const { settings, own: values, positionals } = await readArguments(app, args, FLAGS);
  const [name, ...others] = positionals;
  const problems: string[] = [];
  if (others.length > 0) problems.push('Name at most one wiki: wikiquery export [WIKI] --out FILE');
  const { format = 'xml', schema = '0.11' } = values as Record<string, string>;
  if (format !== 'xml' && format !== 'markdown')
    problems.push(`--format must be xml or markdown, not "${format}". "wikiquery get" writes ndjson, csv and parquet.`);
  if (!SCHEMAS.includes(schema as DumpSchema)) problems.push(`--schema must be one of ${SCHEMAS.join(', ')}, not ${schema}.`);
  const namespaces = typeof values.namespaces === 'string' ? values.namespaces.split(',').map(Number) : undefined;
  if (namespaces?.some(id => !Number.isInteger(id)))
    problems.push(`--namespaces must be a list of numbers, such as 0,10, not "${String(values.namespaces)}".`);
  if (problems.length > 0) throw new StartError(problems);
  if (format === 'markdown') {
    const { exportMarkdown } = await import('../markdown/command.ts');
    const { out, pages, links } = values as Readonly<Record<string, string | undefined>>;
    return exportMarkdown(app, settings, { out, pages, links, namespaces, withoutImages: values['without-images'] === true });
  }
  const { database, site, images } = await openForReading(app, settings, name, TABLES);
  const progress = terminalProgress();
  try {
    const copies = values['files-to'] as string | undefined;
    const embedded = values['include-files'] === true;
    if (images === undefined && (embedded || copies !== undefined))
      throw new StartError(['The upload directory is unknown. Set it with --images DIR.']);
    if (database.lacking(['text']).length > 0)
      progress.warn('The database has no table "text". Only texts in external storage are exported.');
    const titles = createTitles(site);
    const folderAt = (path: string | undefined) => (path === undefined ? undefined : new ContainedFolder(path));
    const onMissing = (file: string) => progress.warn(`The file ${file} is missing in the upload directory.`);
    let withoutPage = 0;
    const onWithoutPage = () => void withoutPage++;
    const uploads = { images: folderAt(images), embedded, copies: folderAt(copies), onMissing, onWithoutPage };
    const options: DumpOptions = {
      schema: schema as DumpSchema,
      current: values.current === true,
      titles: typeof values.pages === 'string' ? await titlesIn(values.pages, titles) : undefined,
      namespaces,
      withPages: values['without-pages'] !== true,
      withLogs: values.logs === true,
      uploads: values.uploads === true || embedded || copies !== undefined ? uploads : undefined,
      onProgress: ({ pages, revisions, entries, bytes }) =>
        progress.update(pages, { pages, revisions, entries, MB: Math.round(bytes / 1e6) }),
    };
    const out = values.out as string | undefined;
    progress.begin('Export', 0);
    const wiki = { db: database.db, site, titles, clean: normalizerOf(site) };
    const { pages, revisions, entries } = await withOutput(out, stream => withSmallHeap(() => writeDump(wiki, options, stream)));
    progress.end();
    if (withoutPage > 0) {
      const files = `${countText(withoutPage, 'files')} without a description page`;
      progress.warn(`${files}: the dump contains no record of them.${copies === undefined ? ' To copy them, use --files-to DIR.' : ''}`);
    }
    const content = `${countText(pages, 'pages')} with ${countText(revisions, 'revisions')} and ${countText(entries, 'log entries')}`;
    if (out !== undefined) printError(`Wrote ${content} to ${basename(out)}.`);
    return 0;
  } catch (error) {
    // The program that reads a pipe, such as `head`, may close it early.
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return 0;
    throw syscall === undefined ? error : new StartError([`Cannot write the dump: ${message}.`]);
  } finally {
    await database.close();
  }
}
