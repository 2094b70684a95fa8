import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Attack, isDisturbed, type Outcome } from './suite.ts';

/** Outcomes of attacks. A file, if given, stores one per line, so that an interrupted run can resume. Disturbed attacks are not stored. */
export class StoredOutcomes {
  readonly all: Outcome[] = [];
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    // The last line may be incomplete.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    this.all.push(...lines.map(line => JSON.parse(line) as Outcome));
  }

  /** Returns the attacks that have no outcome yet. */
  missing<A extends Pick<Attack, 'shape' | 'place'>>(attacks: readonly A[]): A[] {
    const known = new Set(this.all.map(nameOf));
    return attacks.filter(attack => !known.has(nameOf(attack)));
  }

  add(outcome: Outcome): void {
    this.all.push(outcome);
    if (this.#file !== undefined && !isDisturbed(outcome)) appendFileSync(this.#file, `${JSON.stringify(outcome)}\n`);
  }
}

export const nameOf = ({ place, shape }: Pick<Attack, 'shape' | 'place'>): string => `${place}: ${shape}`;

/** Runs this program with `--part` in `count` processes. Passes their outcomes to `take`. Returns whether all processes succeeded. */
export async function inParts(count: number, take: (outcome: Outcome) => void): Promise<boolean> {
  const [program = '', ...args] = process.argv.slice(1);
  const ends = Array.from({ length: count }, async (_, i) => {
    const child = fork(program, [...args, '--part', `${i + 1}/${count}`]);
    child.on('message', outcome => take(outcome as Outcome));
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  });
  return (await Promise.all(ends)).every(Boolean);
}
