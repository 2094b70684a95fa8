// The writer lock on each engine, and retries after conflicts.
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { engines, openWiki } from '@wikiquery/testing';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { open } from './open.ts';
import { isConflict, retryConflicts } from './write-conflicts.ts';
import { DatabaseBusyError, withWriterLock } from './writer-lock.ts';

vi.setConfig({ testTimeout: 60_000 });

describe.each(engines)('the writer lock on %s', engine => {
  const place = async (): Promise<string> => {
    const wiki = await openWiki(engine);
    onTestFinished(() => wiki.close());
    return wiki.url;
  };

  it('rejects other writers and readers until it is released', async () => {
    const address = await place();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = withWriterLock(address, {}, async () => {
      begin();
      await promise;
      return 'first';
    });
    await begun;
    const never = vi.fn<() => Promise<string>>().mockResolvedValue('never');
    await expect(withWriterLock(address, {}, never)).rejects.toThrow(DatabaseBusyError);
    await expect(withWriterLock(address, { isReader: true }, never)).rejects.toThrow(
      'Another import, follow or index is working on this database.',
    );
    expect(never).not.toHaveBeenCalled();
    resolve();
    expect(await first).toBe('first');
    expect(await withWriterLock(address, {}, async () => 'second')).toBe('second');
    await expect(withWriterLock(address, {}, () => Promise.reject(new Error('third')))).rejects.toThrow('third');
    expect(await withWriterLock(address, { isReader: true }, async () => 'fourth')).toBe('fourth');
    const beside = engine === 'sqlite' ? await readdir(dirname(address.slice('sqlite:'.length))) : [];
    expect(beside).not.toContainEqual(expect.stringContaining('.lock'));
  });

  it('makes a standby wait until it is released, or until the signal is aborted', async () => {
    const address = await place();
    const [ending, aborting] = [Promise.withResolvers<void>(), new AbortController()];
    const begun = Promise.withResolvers<void>();
    const holder = withWriterLock(address, {}, () => {
      begun.resolve();
      return ending.promise;
    });
    await begun.promise;
    const onWait = vi.fn<() => void>();
    const never = vi.fn<() => Promise<string>>().mockResolvedValue('never');
    const aborted = withWriterLock(address, { standby: { signal: aborting.signal, onWait } }, never);
    const standby = withWriterLock(address, { standby: { onWait } }, async () => 'took over');
    await vi.waitFor(() => expect(onWait).toHaveBeenCalledTimes(2), { timeout: 30_000 });
    aborting.abort();
    await expect(aborted).rejects.toThrow('abort');
    ending.resolve();
    await holder;
    expect(await standby).toBe('took over');
    expect(never).not.toHaveBeenCalled();
    expect(onWait).toHaveBeenCalledTimes(2);
  });

  it('admits one of several concurrent writers at a time', async () => {
    const address = await place();
    let [running, most, done] = [0, 0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise(resolve => setTimeout(resolve, 50));
      running--;
      done++;
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => withWriterLock(address, {}, work)));
    expect(most).toBe(1);
    expect(done).toBe(outcomes.filter(({ status }) => status === 'fulfilled').length);
    expect(done).toBeGreaterThan(0);
    const refused = outcomes.filter(outcome => outcome.status === 'rejected');
    expect(refused.filter(({ reason }) => !(reason instanceof DatabaseBusyError))).toEqual([]);
  });
});

describe.each(engines.filter(engine => engine !== 'sqlite'))('a conflict on %s', engine => {
  const meta = { needs: 'a PostgreSQL server: set TEST_POSTGRES_URL' };
  // The embedded PostgreSQL runs one transaction at a time.
  const collides = engine !== 'postgres' || Boolean(process.env.TEST_POSTGRES_URL);
  it.runIf(collides)('is resolved by retrying deadlocked transactions', { meta }, async () => {
    const wiki = await openWiki(engine);
    onTestFinished(() => wiki.close());
    const [first, second] = [
      await open(wiki.url, { writable: true, single: true }),
      await open(wiki.url, { writable: true, single: true }),
    ];
    onTestFinished(async () => {
      for (const each of [first, second]) await each.close();
    });
    for (const id of [1, 2])
      await sql`insert into interwiki (iw_prefix, iw_url, iw_api, iw_wikiid, iw_local, iw_trans) values (${`p${id}`}, '', '', '', 0, 0)`.execute(
        wiki.db,
      );
    const conflicts: unknown[] = [];
    const met = new Set<string>();
    const { promise: both, resolve } = Promise.withResolvers<void>();
    const change = async ({ db }: typeof first, name: string, prefixes: readonly [string, string]): Promise<void> => {
      const update = (prefix: string) =>
        sql`update interwiki set iw_url = concat(iw_url, ${sql.lit(name)}) where iw_prefix = ${prefix}`.execute(db);
      try {
        await sql`begin`.execute(db);
        await update(prefixes[0]);
        if (met.add(name).size === 2) resolve();
        await both;
        await update(prefixes[1]);
        await sql`commit`.execute(db);
      } catch (error) {
        conflicts.push(error);
        await sql`rollback`.execute(db);
        throw error;
      }
    };
    await Promise.all([retryConflicts(() => change(first, 'a', ['p1', 'p2'])), retryConflicts(() => change(second, 'b', ['p2', 'p1']))]);
    expect(conflicts).toHaveLength(1);
    expect(isConflict(conflicts[0])).toBe(true);
    const { rows } = await sql<{ url: string }>`select iw_url as url from interwiki where iw_prefix in ('p1', 'p2')`.execute(wiki.db);
    expect(rows.map(({ url }) => String(url).split('').sort().join(''))).toEqual(['ab', 'ab']);
  });

  it('is reported if it persists after five attempts', async () => {
    const conflict = Object.assign(new Error('Deadlock found'), { errno: 1213, code: 'ER_LOCK_DEADLOCK' });
    const work = vi.fn<() => Promise<void>>().mockRejectedValue(conflict);
    await expect(retryConflicts(work)).rejects.toThrow('Another program keeps writing to the same rows of the database.');
    expect(work).toHaveBeenCalledTimes(5);
    await expect(retryConflicts(() => Promise.reject(new Error('other')))).rejects.toThrow('other');
  });
});
