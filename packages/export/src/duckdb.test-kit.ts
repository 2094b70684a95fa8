// Prints DuckDB's result as JSON. Runs in a process of its own because the library conflicts with the workers of the tests.
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const found = await connection.runAndReadAll(process.argv[2] ?? '');
console.log(JSON.stringify(found.getRowObjectsJson()));
