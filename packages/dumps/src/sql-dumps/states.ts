import type { DumpLocation } from '../input/location.ts';
import type { Checkpoints } from '../write/checkpoints.ts';

export interface TableState extends DumpLocation {
  readonly mark: string;
  /** `waiting`: the rows require the table `linktarget`, which was not imported yet. */
  readonly status: 'begun' | 'done' | 'waiting';
  readonly columns: readonly string[];
  /** Position after the last written row in the uncompressed file, in bytes. */
  readonly offset: number;
  readonly rows: number;
  /** Whether only rows of existing pages were imported. */
  readonly isFiltered: boolean;
  /** Whether the steps that depend on other tables are complete. */
  readonly isSettled: boolean;
}

export type TableStates = Readonly<Record<string, TableState | undefined>>;

const CHECKPOINT = '#table-dumps';

export const readStates = async (checkpoints: Checkpoints): Promise<TableStates> => (await checkpoints.read<TableStates>(CHECKPOINT)) ?? {};

export const writeStates = (checkpoints: Checkpoints, states: TableStates): Promise<void> => checkpoints.write(CHECKPOINT, states);
