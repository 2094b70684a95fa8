/** Milliseconds of processor time that the work below takes on the machine for which the limits were written. */
const USUAL = 3.5;
/** It is compiled by then. */
const TIMES = 16;

/** How many times as long as on a usual machine work takes here at present, never less than 1: limits are of work, not of machines. */
export function slowness(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return Math.max(1, least / USUAL);
}

const TEXT = '[[Reed|reeds]] grow in {{water}}.\n'.repeat(10_000);

/** Much like what servers do with texts: patterns, many small objects, JSON. */
function work(): number {
  const links = [...TEXT.matchAll(/\[\[([^|\]]*)\|([^\]]*)\]\]/g)].map(([, title, caption], place) => ({ title, caption, place }));
  return JSON.parse(JSON.stringify(links)).length;
}
