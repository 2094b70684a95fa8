/** Pauses before the next attempt in milliseconds: after the first failure, and the maximum after many failures. */
export interface BackOff {
  readonly first: number;
  readonly longest: number;
}

/** Returns the milliseconds before the next attempt: twice the previous `pause` (0 if there was none), within the limits. */
export const nextPause = (pause: number, { first, longest }: BackOff): number => Math.min(Math.max(2 * pause, first), longest);
