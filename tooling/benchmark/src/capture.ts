import type { Statement } from '@wikiquery/database';
import { openServer } from '@wikiquery/launch/inside';
import { type BenchmarkRequest, queryOf } from './requests.ts';

/** The statements that the server puts to the database for each request. Rejects when one is refused. */
export async function captureStatements(database: string, requests: readonly BenchmarkRequest[]): Promise<Statement[][]> {
  let statements: Statement[] = [];
  const server = await openServer(database, { statement: statement => statements.push(statement) });
  try {
    const captured: Statement[][] = [];
    for (const request of requests) {
      // The first time something may be read that is kept.
      for (const _ of ['first', 'again']) {
        statements = [];
        const { headers } = await server.answer({
          method: 'GET',
          query: queryOf(request),
          headers: {},
          ip: '127.0.0.1',
          secure: false,
          signal: new AbortController().signal,
        });
        if (headers['MediaWiki-API-Error']) throw new Error(`${request.name}: ${String(headers['MediaWiki-API-Error'])}`);
      }
      captured.push(statements);
    }
    return captured;
  } finally {
    await server.close();
  }
}
