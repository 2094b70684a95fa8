import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Values, wiki } from '@wikiquery/client';
import type { Progress } from '@wikiquery/dumps';
import { resultStream } from '@wikiquery/hardening';
import type { Offer } from '@wikiquery/schema';
import { type RowSource, rowsOf, valuesOf } from './columns.ts';
import { type ExportFormat, type ExportRow, writerOf } from './formats.ts';

export interface ExportOptions {
  /** The query: `list=recentchanges&rcprop=title|sizes`. */
  readonly query: string;
  readonly format: ExportFormat;
  /** Everything, not only what one answer tells. */
  readonly all: boolean;
  /** A file; standard output where there is none. */
  readonly out: string | undefined;
  /** The address of api.php, and what asks it. */
  readonly url: string;
  readonly fetch?: typeof fetch | undefined;
  readonly offer: Offer;
  readonly progress: Progress;
}

/** Writes the rows of a query. Gives their number. Throws an Error for a query that is no table, and a WikiError for one that is refused. */
export async function exportRows({ query, format, all, out, url, fetch, offer, progress }: ExportOptions): Promise<number> {
  const params = new Map(new URLSearchParams(query));
  const rows = rowsOf(offer, params);
  const asked = { ...Object.fromEntries(params), ...(all && largest(offer, params)) };
  const w = wiki(url, { ...(fetch && { fetch }), onWarning: ({ text }) => progress.warn(text) });
  const batches = rows.module ? recordsOf(w.responses(asked), rows) : (w.pageBatches(asked) as AsyncGenerator<readonly ExportRow[]>);
  const stream = out === undefined ? resultStream() : createWriteStream(out);
  const writer = await writerOf(format, rows.columns, stream);
  let count = 0;
  progress.begin('Rows', 0);
  for await (const batch of batches) {
    await writer.write(batch);
    count += batch.length;
    progress.update(count, { rows: count });
    if (!all) break;
  }
  await writer.finish();
  progress.end();
  if (out !== undefined) {
    stream.end();
    await finished(stream);
  }
  return count;
}

/** As many things in each answer as the wiki gives, where the query does not say. */
function largest({ modules }: Offer, params: ReadonlyMap<string, string>): Values {
  const wanted: Record<string, string> = {};
  const add = (names: readonly string[], before: string): void => {
    for (const name of names) {
      const module = modules.find(each => each.name === name);
      const limit = `${before}${module?.prefix}limit`;
      const standard = module?.params.limit?.options.default as number | undefined;
      const bounds = module?.group === 'prop' ? (standard ?? 0) >= 10 : standard !== 1;
      if (module?.params.limit && bounds && !params.has(limit)) wanted[limit] = 'max';
    }
  };
  add([...valuesOf(params.get('list')), ...valuesOf(params.get('prop'))], '');
  add(valuesOf(params.get('generator')), 'g');
  return wanted;
}

/** The records of one module. */
async function* recordsOf(responses: AsyncIterable<object>, { module }: RowSource): AsyncGenerator<readonly ExportRow[]> {
  for await (const response of responses as AsyncIterable<Readonly<Record<string, unknown>>>) {
    const { query = {} } = response as { readonly query?: Readonly<Record<string, unknown>> };
    const key = module?.resultKey ?? module?.name ?? '';
    const place = module?.quirks?.besideQuery ? response : query;
    const found = module?.placement === 'spread' ? query : place[key];
    if (found !== undefined) yield (Array.isArray(found) ? found : [found]) as readonly ExportRow[];
  }
}
