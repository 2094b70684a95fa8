import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** State of an exported page. The file is current while the page has the same `version`. */
export interface ExportedPage {
  readonly id: number;
  readonly version: string;
  /** Path of the file below the folder of the export. */
  readonly file: string;
}

const NAME = '.wikiquery-export.ndjson';

/**
 * List of the exported pages, in the folder of the export. A page is appended when its file is complete, so that an interrupted export
 * resumes.
 */
export class ExportList {
  readonly #folder: string;
  readonly #header: string;
  readonly #handle: FileHandle;
  readonly #pages: Map<number, ExportedPage>;

  private constructor(folder: string, header: string, handle: FileHandle, pages: Map<number, ExportedPage>) {
    this.#folder = folder;
    this.#header = header;
    this.#handle = handle;
    this.#pages = pages;
  }

  /** Opens the list of a folder. `form`: options of the export. With other options than before, no file is current. */
  static async open(folder: string, form: string): Promise<ExportList> {
    await mkdir(folder, { recursive: true });
    const path = join(folder, NAME);
    const header = `${JSON.stringify({ form })}\n`;
    const text = await readFile(path, 'utf8').catch(() => '');
    const isSame = text.startsWith(header);
    const pages = new Map<number, ExportedPage>();
    for (const line of text.split('\n').slice(1)) {
      const page = readLine(line);
      if (page) pages.set(page.id, isSame ? page : { ...page, version: '' });
    }
    const handle = await open(path, isSame ? 'a' : 'w');
    if (!isSame) await handle.write(header + linesOf(pages.values()));
    return new ExportList(folder, header, handle, pages);
  }

  get pages(): ReadonlyMap<number, ExportedPage> {
    return this.#pages;
  }

  async add(pages: readonly ExportedPage[]): Promise<void> {
    for (const page of pages) this.#pages.set(page.id, page);
    await this.#handle.write(linesOf(pages));
  }

  /** Deletes the file of a page, unless another page has the same file. */
  async remove(page: ExportedPage, isUsed: boolean): Promise<void> {
    this.#pages.delete(page.id);
    if (!isUsed) await rm(join(this.#folder, page.file), { force: true });
  }

  /** Writes the list without outdated lines. */
  async close(): Promise<void> {
    await this.#handle.close();
    const path = join(this.#folder, NAME);
    const handle = await open(`${path}.new`, 'w');
    await handle.write(this.#header + linesOf(this.#pages.values()));
    await handle.close();
    await rename(`${path}.new`, path);
  }
}

const linesOf = (pages: Iterable<ExportedPage>): string =>
  Array.from(pages, ({ id, version, file }) => `${JSON.stringify([id, version, file])}\n`).join('');

/** Reads a line. Returns undefined for a truncated line, and for a path that an export does not write. */
function readLine(line: string): ExportedPage | undefined {
  try {
    const [id, version, file] = JSON.parse(line) as [unknown, unknown, unknown];
    if (typeof id !== 'number' || typeof version !== 'string' || typeof file !== 'string') return undefined;
    return FILE.test(file) ? { id, version, file } : undefined;
  } catch {
    return undefined;
  }
}

/** A Markdown file in a folder whose names do not begin with a dot. */
const FILE = /^[^./\\][^/\\]*\/[^./\\][^/\\]*\.md$/;
