import { describe, expect, it } from 'vitest';
import { p, type UserKind, type UserRef } from '../index.ts';
import { type ReadingContext, readParams } from './read-params.ts';

describe('parameters with user ids', () => {
  const ACCOUNTS: ReadonlyMap<number, string> = new Map([
    [7, 'Maren'],
    [8, 'Ole'],
  ]);
  const params = {
    user: p.user('name', 'id'),
    users: p.user('name', 'id').multi(),
    other: p.string(),
  };

  function read(sent: Readonly<Record<string, string>>) {
    const asked: number[] = [];
    const context = {
      users: {
        read: (text: string, kinds: readonly UserKind[]): UserRef | undefined =>
          text.startsWith('#') && kinds.includes('id') ? { kind: 'id', name: '', id: Number(text.slice(1)) } : { kind: 'name', name: text },
      },
      wireName: '',
      highLimits: false,
      async userById(id: number): Promise<UserRef | undefined> {
        asked.push(id);
        const name = ACCOUNTS.get(id);
        return name === undefined ? undefined : { kind: 'id', name, id };
      },
    } as unknown as ReadingContext;
    const wire = {
      names: () => Object.keys(sent),
      get: (name: string) => sent[name],
      isLonger: () => false,
      isUnclean: () => false,
      isArray: () => false,
      isInUrl: () => false,
    };
    return { asked, ...readParams({ params, prefix: '', atMostOne: [['user', 'other']] }, wire, () => context, 'action=test') };
  }

  it('need no lookup if the request specifies all users by name', () => {
    const { lookUp, values } = read({ user: 'Maren', users: 'Ole|Anna' });
    expect(lookUp).toBeUndefined();
    expect(values.user).toEqual({ kind: 'name', name: 'Maren' });
  });

  it('include the user names after the lookup of the ids', async () => {
    const { lookUp, values, asked } = read({ user: '#7', users: 'Anna|#8' });
    await lookUp!();
    expect(asked).toEqual([7, 8]);
    expect(values).toEqual({
      user: { kind: 'id', name: 'Maren', id: 7 },
      users: new Set([
        { kind: 'name', name: 'Anna' },
        { kind: 'id', name: 'Ole', id: 8 },
      ]),
      other: undefined,
    });
  });

  it('report an unknown user id before an invalid combination of parameters', async () => {
    const { lookUp } = read({ user: '#9', other: 'x' });
    await expect(lookUp!()).rejects.toThrow(expect.objectContaining({ code: 'baduser' }));
    expect(() => read({ user: 'Maren', other: 'x' })).toThrow(expect.objectContaining({ code: 'invalidparammix' }));
  });
});
