import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Result } from './comparison.ts';

/** Set to the ids of its probes that MediaWiki itself answers otherwise when it is given the database of the set. */
type Unrepeatable = Readonly<Record<string, readonly string[]>>;

const read = (file: string): Unrepeatable => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Unrepeatable) : {});

export const readUnrepeatable = (file: string, set: string): ReadonlySet<string> => new Set(read(file)[set]);

/** Writes down the probes that were not answered exactly as recorded. */
export function noteUnrepeatable(file: string, set: string, results: readonly Result[]): void {
  const ids = results.filter(({ level }) => level !== 'exact').map(({ row }) => row.id);
  writeFileSync(file, `${JSON.stringify({ ...read(file), [set]: ids.sort() }, null, 2)}\n`);
}
