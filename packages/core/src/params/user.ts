import type { UserKind, UserRef } from '../actor.ts';
import { badUser } from '../message.ts';
import { type Lifetime, lives } from '../release.ts';
import type { ParamType } from './param.ts';

export function userType(kinds: readonly UserKind[]): ParamType<UserRef> {
  return {
    name: 'user',
    describe: site => ({ subtypes: kinds.filter(kind => lives(LIFETIMES[kind] ?? {}, site.since)) }),
    read(text, { users, wireName }) {
      const user = users.read(text, kinds);
      if (!user) throw badUser({ param: wireName, value: text });
      return user;
    },
    lookup: {
      isNeeded: ({ kind, id }) => kind === 'id' && id !== undefined,
      find: async ({ id }, { userById, wireName }) => {
        const found = await userById(id!);
        if (!found) throw badUser({ param: wireName, value: `#${id}` });
        return found;
      },
    },
  };
}

const LIFETIMES: Partial<Record<UserKind, Lifetime>> = { temp: { since: '1.42' } };
