/** Evenly chosen ones. */
export const shareOf = <T>(all: readonly T[], share: number): T[] =>
  all.filter((_, i) => Math.floor(i * share) !== Math.floor((i + 1) * share));
