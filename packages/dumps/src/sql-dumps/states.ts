import type { DumpLocation } from '../input/location.ts';
import type { Checkpoints } from '../write/checkpoints.ts';

export interface TableState extends DumpLocation {
  readonly mark: string;
  /** `waiting`: the rows require `linktarget`, which is missing. */
  readonly status: 'begun' | 'done' | 'waiting';
  readonly columns: readonly string[];
  /** Byte position after the last written row in the uncompressed file. */
  readonly offset: number;
  readonly rows: number;
  /** Whether rows were filtered by existing pages. */
  readonly isFiltered: boolean;
  /** Whether the steps that need other tables are done. */
  readonly isSettled: boolean;
}

export type TableStates = Readonly<Record<string, TableState | undefined>>;

const CHECKPOINT = '#table-dumps';

export const readStates = async (checkpoints: Checkpoints): Promise<TableStates> => (await checkpoints.read<TableStates>(CHECKPOINT)) ?? {};

export const writeStates = (checkpoints: Checkpoints, states: TableStates): Promise<void> => checkpoints.write(CHECKPOINT, states);
