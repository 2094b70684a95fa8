import type { Env, PageRow } from '@wikiquery/core';

/** XML dump of the current revisions of pages. */
export async function exportPages(_env: Env, _pages: readonly PageRow[], _schema: '0.10' | '0.11'): Promise<string> {
  throw new Error('export');
}
