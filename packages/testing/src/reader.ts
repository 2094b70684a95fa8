import type { Actor, Block } from '@wikiquery/core';

/** The client in a test: rights alone, or an account with rights. All clients have `read`. */
export type Reader =
  | readonly string[]
  | {
      readonly id: number;
      readonly name: string;
      readonly rights?: readonly string[];
      readonly groups?: readonly string[];
      readonly block?: Block;
    };

/** Returns an actor without a session, with exactly the given rights and `read`. */
export function reader(as: Reader = []): Actor {
  const { id, name, rights = [], groups = [], block } = 'id' in as ? as : { id: 0, name: '127.0.0.1', rights: as, block: undefined };
  const all = new Set(['read', ...rights]);
  return {
    id,
    name,
    isAnon: id === 0,
    groups,
    implicitGroups: id === 0 ? ['*'] : ['*', 'user'],
    rights: all,
    block: async () => block,
    can: right => all.has(right),
    token: () => '+\\',
  };
}
