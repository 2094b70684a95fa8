import { describe, expect, it } from 'vitest';
import { ReplicaChoice } from './replica-choice.ts';

const NONE: ReadonlySet<string> = new Set();
const REPLICAS = ['one:3306', 'two:3306', 'three:3306'];
const CLIENTS = Array.from({ length: 300 }, (_, i) => `192.0.2.${i}`);
const choiceOf = (replicas = REPLICAS) => new ReplicaChoice({ replicas, primary: 'primary:3306', maxLag: 10, connections: 2 });

describe('the choice of a replica', () => {
  it('is the same for a client in each process and in any order of the settings, and distributes clients', () => {
    const [choice, other] = [choiceOf(), choiceOf(REPLICAS.toReversed())];
    const servers = CLIENTS.map(client => choice.place(client, NONE).server);
    expect(CLIENTS.map(client => other.place(client, NONE).server)).toEqual(servers);
    for (const name of REPLICAS) expect(servers.filter(each => each === name).length).toBeGreaterThan(50);
  });

  it('moves only the clients of a replica that is no longer fit, and makes them wait for changes until they could have seen none', () => {
    const choice = choiceOf();
    const before = CLIENTS.map(client => choice.place(client, NONE).server);
    choice.checked('two:3306', 60, false, false);
    for (const [i, client] of CLIENTS.entries()) {
      const { server, isSettled } = choice.place(client, NONE);
      expect(server === before[i]).toBe(before[i] !== 'two:3306');
      expect(isSettled).toBe(before[i] !== 'two:3306');
    }
    choice.checked('two:3306', 0, true, false);
    for (const [i, client] of CLIENTS.entries())
      expect(choice.place(client, NONE)).toEqual({ server: before[i], isSettled: before[i] !== 'two:3306' });
  });

  it('makes a client wait that has read from the primary, until its replica has caught up', () => {
    const choice = choiceOf();
    const { server } = choice.place('client', NONE);
    choice.placed('client', 'primary:3306', false);
    expect(choice.place('client', NONE)).toEqual({ server, isSettled: false });
    choice.placed('client', server, true);
    expect(choice.place('client', NONE)).toEqual({ server, isSettled: true });
  });

  it('is the primary if no replica is fit, and any replica if the primary has failed too', () => {
    const choice = choiceOf();
    for (const name of REPLICAS) choice.checked(name, Number.POSITIVE_INFINITY, false, true);
    expect(choice.place('client', NONE)).toEqual({ server: 'primary:3306', isSettled: true });
    expect(REPLICAS).toContain(choice.place('client', new Set(['primary:3306'])).server);
  });

  it('is the least busy replica for a request without a client', () => {
    const choice = choiceOf();
    const servers = REPLICAS.map(() => {
      const { server } = choice.place(undefined, NONE);
      choice.begin(server);
      return server;
    });
    expect(new Set(servers)).toEqual(new Set(REPLICAS));
  });
});
