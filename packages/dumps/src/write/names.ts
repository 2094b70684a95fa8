import { crc32 } from 'node:zlib';
import { type Title, titleKey } from '@wikiquery/core';
import { loadInChunks, whereTitles } from '@wikiquery/database';
import { LRUCache } from 'lru-cache';
import type { Contributor } from '../items.ts';
import type { TargetDatabase } from './target.ts';

/** Finds or creates the ids of shared values, such as comments, with few queries for a batch of rows. */
abstract class Names<Name> {
  protected readonly target: TargetDatabase;
  protected readonly known: LRUCache<string, number>;

  constructor(target: TargetDatabase, max: number) {
    this.target = target;
    this.known = new LRUCache({ max });
  }

  async numbers(names: ReadonlyMap<string, Name>): Promise<ReadonlyMap<string, number>> {
    const numbers = new Map<string, number>();
    const missing = new Map<string, Name>();
    for (const [key, name] of names) {
      const known = this.known.get(key);
      if (known === undefined) missing.set(key, name);
      else numbers.set(key, known);
    }
    for (const [key, number] of missing.size > 0 ? await this.find(missing) : []) numbers.set(key, number);
    for (const [key, name] of missing) if (!numbers.has(key)) numbers.set(key, this.insert(key, name));
    for (const key of missing.keys()) this.known.set(key, numbers.get(key) as number);
    return numbers;
  }

  /** Clears the cache of ids, which are invalid after a failed batch. */
  forget(): void {
    this.known.clear();
  }

  protected abstract find(names: ReadonlyMap<string, Name>): Promise<Iterable<readonly [key: string, number: number]>>;
  protected abstract insert(key: string, name: Name): number;
}

export class Comments extends Names<string> {
  constructor(target: TargetDatabase) {
    super(target, 20_000);
  }

  protected override async find(texts: ReadonlyMap<string, string>) {
    const { db } = this.target;
    const rows = await loadInChunks(new Set([...texts.keys()].map(hashOf)), hashes =>
      db
        .selectFrom('comment')
        .select(['comment_id', 'comment_text'])
        .where('comment_hash', 'in', hashes)
        .where('comment_data', 'is', null)
        .execute(),
    );
    return rows.filter(row => texts.has(row.comment_text)).map(row => [row.comment_text, row.comment_id] as const);
  }

  protected override insert(text: string): number {
    const id = this.target.nextId('comment');
    this.target.add('comment', id, hashOf(text), text);
    return id;
  }
}

const hashOf = (text: string): number => crc32(text) | 0;

/** Ids of link targets, by `titleKey`. */
export class LinkTargets extends Names<Title> {
  constructor(target: TargetDatabase) {
    super(target, 200_000);
  }

  protected override async find(titles: ReadonlyMap<string, Title>) {
    const { db } = this.target;
    const rows = await loadInChunks(titles.values(), chunk =>
      whereTitles(db.selectFrom('linktarget').select(['lt_id', 'lt_namespace', 'lt_title']), 'lt_namespace', 'lt_title', chunk).execute(),
    );
    return rows.map(row => [titleKey(row.lt_namespace, row.lt_title), row.lt_id] as const);
  }

  protected override insert(_key: string, { namespace, dbkey }: Title): number {
    const id = this.target.nextId('linktarget');
    this.target.add('linktarget', id, namespace, dbkey);
    return id;
  }
}

/** Ids of content models or slot roles. There are so few that all of them are loaded. */
export class ShortList {
  readonly #target: TargetDatabase;
  readonly #table: 'content_models' | 'slot_roles';
  #numbers: Map<string, number> | undefined;

  constructor(target: TargetDatabase, table: 'content_models' | 'slot_roles') {
    this.#target = target;
    this.#table = table;
  }

  async load(): Promise<void> {
    if (this.#numbers) return;
    const { db } = this.#target;
    const rows =
      this.#table === 'content_models'
        ? await db.selectFrom('content_models').select(['model_id as id', 'model_name as name']).execute()
        : await db.selectFrom('slot_roles').select(['role_id as id', 'role_name as name']).execute();
    this.#numbers = new Map(rows.map(({ id, name }) => [name, id]));
  }

  number(name: string): number {
    const known = this.#numbers?.get(name);
    if (known !== undefined) return known;
    const id = this.#target.nextId(this.#table);
    this.#target.add(this.#table, id, name);
    this.#numbers?.set(name, id);
    return id;
  }

  forget(): void {
    this.#numbers = undefined;
  }
}

export const NOBODY = 'Unknown user';

export const nameOf = (contributor: Contributor): string => contributor?.name ?? NOBODY;
