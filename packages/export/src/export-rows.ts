import { type Values, type WikiOptions, wiki } from '@wikiquery/client';
import type { Progress } from '@wikiquery/dumps';
import type { Offer } from '@wikiquery/schema';
import { columnsOf, type RowSource, rowsOf, valuesOf } from './columns.ts';
import { splitBy } from './each.ts';
import { type ExportFormat, type ExportRow, writerOf } from './formats.ts';
import { withOutput } from './output.ts';

/** Options of `exportRows`. */
export interface ExportOptions {
  /** Parameters of the query, such as `list=recentchanges&rcprop=title|sizes`. */
  readonly query: string;
  readonly format: ExportFormat;
  /** Whether to follow continuation to the end, with maximum limits. Otherwise, one response is written. */
  readonly all: boolean;
  /** Name of a list in the records, such as `revisions`: each of its elements becomes a row. Default: each record is a row. */
  readonly each?: string | undefined;
  /** Path of the output file. Undefined for standard output. */
  readonly out: string | undefined;
  /** URL of the wiki's `api.php`. */
  readonly url: string;
  readonly fetch?: typeof fetch | undefined;
  /** Options of requests to another server. */
  readonly requests?: Pick<WikiOptions, 'userAgent' | 'onPause'> | undefined;
  /** Modules of the wiki, which declare the columns. */
  readonly offer: Offer;
  readonly progress: Progress;
}

/** Writes the rows of a query. Returns their number. Throws an Error for a query without rows, and a `WikiError` for a rejected query. */
export async function exportRows({ query, format, all, each, out, url, fetch, requests, offer, progress }: ExportOptions): Promise<number> {
  const params = new Map(new URLSearchParams(query));
  const rows = rowsOf(offer, params);
  const { columns, split } = each === undefined ? { columns: columnsOf(rows.schema), split: undefined } : splitBy(each, rows.schema);
  const request = { ...Object.fromEntries(params), ...(all && maximumLimits(offer, params)) };
  const w = wiki(url, { ...requests, ...(fetch && { fetch }), onWarning: ({ text }) => progress.warn(text) });
  const batches = rows.module ? recordsOf(w.responses(request), rows) : (w.pageBatches(request) as AsyncGenerator<readonly ExportRow[]>);
  return withOutput(out, async stream => {
    const writer = await writerOf(format, columns, stream);
    let count = 0;
    progress.begin('Rows', 0);
    for await (const records of batches) {
      const batch = split ? records.flatMap(split) : records;
      await writer.write(batch);
      count += batch.length;
      progress.update(count, { rows: count });
      if (!all) break;
    }
    await writer.finish();
    progress.end();
    return count;
  });
}

function maximumLimits({ modules }: Offer, params: ReadonlyMap<string, string>): Values {
  const limits: Record<string, string> = {};
  const isOfOnePage = !params.has('generator') && [...valuesOf(params.get('titles')), ...valuesOf(params.get('pageids'))].length === 1;
  const add = (names: readonly string[], before: string): void => {
    for (const name of names) {
      const module = modules.find(each => each.name === name);
      const limit = `${before}${module?.prefix}limit`;
      const standard = module?.params.limit?.options.default as number | undefined;
      // A module of `prop` without a default limit, such as that of revisions, lists entries only of a single page.
      const bounds = module?.group === 'prop' ? (standard === undefined ? isOfOnePage : standard >= 10) : standard !== 1;
      if (module?.params.limit && bounds && !params.has(limit)) limits[limit] = 'max';
    }
  };
  add([...valuesOf(params.get('list')), ...valuesOf(params.get('prop'))], '');
  add(valuesOf(params.get('generator')), 'g');
  return limits;
}

async function* recordsOf(responses: AsyncIterable<object>, { module }: RowSource): AsyncGenerator<readonly ExportRow[]> {
  for await (const response of responses as AsyncIterable<Readonly<Record<string, unknown>>>) {
    const { query = {} } = response as { readonly query?: Readonly<Record<string, unknown>> };
    const key = module?.resultKey ?? module?.name ?? '';
    const parent = module?.quirks?.besideQuery ? response : query;
    const found = module?.placement === 'spread' ? query : parent[key];
    if (found !== undefined) yield (Array.isArray(found) ? found : [found]) as readonly ExportRow[];
  }
}
