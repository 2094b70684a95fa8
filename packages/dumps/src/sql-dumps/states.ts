import type { DumpLocation } from '../input/place.ts';
import type { Checkpoints } from '../write/checkpoints.ts';

/** How far the import of a table is. */
export interface TableState extends DumpLocation {
  /** What the dump and the wishes were: others make it another import. */
  readonly mark: string;
  /** `waiting`: its rows mean nothing before the table of link targets is there. */
  readonly status: 'begun' | 'done' | 'waiting';
  /** Of the dump. */
  readonly columns: readonly string[];
  /** Bytes into the uncompressed file, behind the last row that was written. */
  readonly offset: number;
  /** Rows that were written. */
  readonly rows: number;
  /** Rows were sorted out by the pages that are there. */
  readonly isFiltered: boolean;
  /** What follows from other tables was done, too. */
  readonly isSettled: boolean;
}

/** By table, also of those that are none any more. */
export type TableStates = Readonly<Record<string, TableState | undefined>>;

const CHECKPOINT = '#table-dumps';

export const readStates = async (checkpoints: Checkpoints): Promise<TableStates> => (await checkpoints.read<TableStates>(CHECKPOINT)) ?? {};

export const writeStates = (checkpoints: Checkpoints, states: TableStates): Promise<void> => checkpoints.write(CHECKPOINT, states);
