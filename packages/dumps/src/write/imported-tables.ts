import type { Checkpoints } from './checkpoints.ts';

interface HasCheckpoints {
  readonly checkpoints: Checkpoints;
}

/** Returns the tables that were imported from table dumps, and so are not derived. */
export async function importedTables({ checkpoints }: HasCheckpoints): Promise<ReadonlySet<string>> {
  return new Set((await checkpoints.read<{ tables: string[] }>(CHECKPOINT))?.tables);
}

/** Records an imported table. Must be called in the transaction that writes its first rows. */
export async function noteImportedTable(context: HasCheckpoints, table: string): Promise<void> {
  const tables = [...new Set([...(await importedTables(context)), table])];
  await context.checkpoints.write(CHECKPOINT, { tables });
}

const CHECKPOINT = '#tables';
