import { createHash, pbkdf2Sync } from 'node:crypto';
import { isAddress } from '@wikiquery/addresses';
import type { Title } from '@wikiquery/core';
import { titleKey } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Insertable, Kysely } from 'kysely';

/** Creates each shared row once: actors, comments, link targets, models, roles, collations and tags. */
export class Dictionary {
  readonly #db: Kysely<Database>;
  readonly #ids = new Map<string, Promise<number>>();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Loads existing rows. Comments are not loaded and may be duplicated. */
  async load(): Promise<void> {
    const db = this.#db;
    const know = (key: string, id: number) => this.#ids.set(key, Promise.resolve(id));
    for (const row of await db.selectFrom('actor').selectAll().execute()) know(`actor ${row.actor_name}`, row.actor_id);
    for (const row of await db.selectFrom('linktarget').selectAll().execute())
      know(`target ${titleKey(row.lt_namespace, row.lt_title)}`, row.lt_id);
    for (const row of await db.selectFrom('content_models').selectAll().execute()) know(`model ${row.model_name}`, row.model_id);
    // MediaWiki before 1.45 has no such table.
    const collations = await db
      .selectFrom('collation')
      .selectAll()
      .execute()
      .catch(() => []);
    for (const row of collations) know(`collation ${row.collation_name}`, row.collation_id);
    for (const row of await db.selectFrom('slot_roles').selectAll().execute()) know(`role ${row.role_name}`, row.role_id);
    for (const row of await db.selectFrom('change_tag_def').selectAll().execute()) know(`tag ${row.ctd_name}`, row.ctd_id);
  }

  /** Returns the id of an actor: an IP address, an imported name (`wiki>Name`), or the name of an account with its id. */
  actor(name: string, user: number | null): Promise<number> {
    return this.#once(`actor ${name}`, 'actor', 'actor_id', { actor_user: user, actor_name: name });
  }

  comment(text: string): Promise<number> {
    const hash = createHash('md5').update(text).digest().readInt32BE(0);
    return this.#once(`comment ${text}`, 'comment', 'comment_id', { comment_hash: hash, comment_text: text });
  }

  linkTarget({ namespace, dbkey }: Title): Promise<number> {
    return this.#once(`target ${titleKey(namespace, dbkey)}`, 'linktarget', 'lt_id', { lt_namespace: namespace, lt_title: dbkey });
  }

  contentModel(name: string): Promise<number> {
    return this.#once(`model ${name}`, 'content_models', 'model_id', { model_name: name });
  }

  collation(name: string): Promise<number> {
    return this.#once(`collation ${name}`, 'collation', 'collation_id', { collation_name: name });
  }

  slotRole(name: string): Promise<number> {
    return this.#once(`role ${name}`, 'slot_roles', 'role_id', { role_name: name });
  }

  tag(name: string, userDefined: boolean): Promise<number> {
    return this.#once(`tag ${name}`, 'change_tag_def', 'ctd_id', { ctd_name: name, ctd_user_defined: Number(userDefined) });
  }

  #once<Table extends keyof Database>(
    key: string,
    table: Table,
    id: keyof Database[Table] & string,
    row: Insertable<Database[Table]>,
  ): Promise<number> {
    const known = this.#ids.get(key) ?? this.#insert(table, id, row);
    this.#ids.set(key, known);
    return known;
  }

  async #insert(table: string, id: string, row: object): Promise<number> {
    const inserted = await this.#db
      .insertInto(table as 'actor')
      .values(row as Insertable<Database['actor']>)
      .returning(id as 'actor_id')
      .executeTakeFirstOrThrow();
    return (inserted as unknown as Record<string, number>)[id] as number;
  }
}

export const isForeign = (name: string): boolean => isAddress(name) || name.includes('>');

/** Returns a password hash as MediaWiki stores it (`:pbkdf2:sha512:…`), with few rounds so that tests are fast. */
export function hashPassword(password: string): string {
  const salt = createHash('md5').update(password).digest();
  const hash = pbkdf2Sync(password, salt, ROUNDS, 64, 'sha512');
  return `:pbkdf2:sha512:${ROUNDS}:64:${salt.toString('base64')}:${hash.toString('base64')}`;
}

const ROUNDS = 100;
