// Prints the result of a DuckDB query as JSON. Runs in a separate process, because the library conflicts with the test workers.
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const found = await connection.runAndReadAll(process.argv[2] ?? '');
console.log(JSON.stringify(found.getRowObjectsJson()));
