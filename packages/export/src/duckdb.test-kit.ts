// Prints what DuckDB finds, as JSON. A process of its own: its library does not go together with the workers of the tests.
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const found = await connection.runAndReadAll(process.argv[2] ?? '');
console.log(JSON.stringify(found.getRowObjectsJson()));
