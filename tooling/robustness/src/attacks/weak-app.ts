import { defineModule, f, p, Records } from '@wikiquery/core';
import { runAppOf } from '../app-of.ts';
import { slowness } from './slowness.ts';

/** Milliseconds: three times the limit, because the speed of a machine changes from one minute to the next. */
const LONG = 150;
/** What limits are of is work. Measured when the server starts; who judges measures again. */
const SLOWNESS = slowness();
const BYTES = 300 * 2 ** 20;

const deeds: Readonly<Record<string, (size: number) => number | Promise<number>>> = {
  nothing: size => size,
  /** Sixteen thousand characters take a second, in pieces that hold up nobody. */
  async quadratic(size) {
    for (let left = (size / 16_000) ** 2 * 1000; left > 0; left -= 10) {
      work(Math.min(left, 10));
      await new Promise(resolve => setTimeout(resolve, 2));
    }
    return size;
  },
  block: () => work(LONG),
  memory: () => new Uint8Array(BYTES).fill(1).length,
  failure() {
    throw new Error('This was asked for.');
  },
  silence: () => new Promise<never>(() => {}),
};

/** Milliseconds of processor time of a usual machine. The system knows their sum better than what of it was its own. */
function work(milliseconds: number): number {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  for (const end = used() + milliseconds * SLOWNESS; used() < end; );
  return milliseconds;
}

/** Everything that an attack must find, each when it is asked for. */
await runAppOf(
  defineModule({
    group: 'list',
    name: 'weak',
    prefix: 'wk',
    summary: 'Does what a server must not.',
    params: { how: p.string().required(), text: p.string().long().required() },
    returns: f.record({ done: f.int() }),
    async execute({ params: { how, text } }) {
      return new Records([{ record: { done: await deeds[how]!(text.length) } }]);
    },
  }),
);
