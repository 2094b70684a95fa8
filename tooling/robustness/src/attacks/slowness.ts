/** Processor time of {@link work} on the reference machine in milliseconds. */
const REFERENCE = 3.5;
/** Number of repetitions, which is enough for the JIT compiler. */
const TIMES = 16;

/** Returns the factor by which this machine is currently slower than the reference machine; at least 1. */
export function slowness(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return Math.max(1, least / REFERENCE);
}

const TEXT = '[[Reed|reeds]] grow in {{water}}.\n'.repeat(10_000);

/** Does typical work of a server: regular expressions, small objects and JSON. */
function work(): number {
  const links = [...TEXT.matchAll(/\[\[([^|\]]*)\|([^\]]*)\]\]/g)].map(([, title, caption], place) => ({ title, caption, place }));
  return JSON.parse(JSON.stringify(links)).length;
}
