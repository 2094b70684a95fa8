/** Milliseconds before the next attempt: after the first failure, and at most after many. */
export interface BackOff {
  readonly first: number;
  readonly longest: number;
}

/** Doubles the pause before the next attempt. `pause` is the one before this attempt, 0 where there was none. */
export const nextPause = (pause: number, { first, longest }: BackOff): number => Math.min(Math.max(2 * pause, first), longest);
