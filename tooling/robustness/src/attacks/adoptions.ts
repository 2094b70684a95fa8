import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { attackCommand, type CommandCost, costOf } from './command-cost.ts';
import { type Shape, shapesOf } from './shapes/index.ts';
import type { Outcome } from './suite.ts';

/** As a place. */
export const ADOPTION = 'a page that adopt reads';

export const adoptableShapes = (): Shape[] => shapesOf(['page', 'printed']);

/** Has `adopt` look for the entry point of a wiki in a page of each size, where there is none. */
export const adoptShape = ({ name, make }: Shape, sizes: readonly number[]): Promise<Outcome> =>
  attackCommand({ shape: name, place: ADOPTION, code: 2, run: size => adoptionOf(make(size)), idle: () => adoptionOf('Nothing') }, sizes);

async function adoptionOf(page: string): Promise<CommandCost> {
  const wiki = createServer((_, response) => response.end(page)).listen(0, '127.0.0.1');
  await once(wiki, 'listening');
  try {
    return await costOf(['adopt', `http://127.0.0.1:${(wiki.address() as AddressInfo).port}/`], tmpdir());
  } finally {
    wiki.closeAllConnections();
    wiki.close();
  }
}
