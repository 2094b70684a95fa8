import type { Checkpoints } from './checkpoints.ts';

interface HasCheckpoints {
  readonly checkpoints: Checkpoints;
}

/** Tables that a dump held: they need not be derived. */
export async function givenTables({ checkpoints }: HasCheckpoints): Promise<ReadonlySet<string>> {
  return new Set((await checkpoints.read<{ tables: string[] }>(GIVEN))?.tables);
}

/** To be called in the transaction in which the first rows of a table are written. */
export async function noteGivenTable(context: HasCheckpoints, table: string): Promise<void> {
  const tables = [...new Set([...(await givenTables(context)), table])];
  await context.checkpoints.write(GIVEN, { tables });
}

const GIVEN = '#tables';
