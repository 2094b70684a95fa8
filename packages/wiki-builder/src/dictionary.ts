import { createHash, pbkdf2Sync } from 'node:crypto';
import { isAddress } from '@wikiquery/addresses';
import type { Title } from '@wikiquery/core';
import { titleKey } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** The rows that other rows refer to by number, each written once: actors, comments, link targets, models, roles, collations and tags. */
export class Dictionary {
  readonly #db: Kysely<Database>;
  readonly #ids = new Map<string, Promise<number>>();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Learns the rows that are there. Comments may be there twice. */
  async learn(): Promise<void> {
    const db = this.#db;
    const know = (key: string, id: number) => this.#ids.set(key, Promise.resolve(id));
    for (const row of await db.selectFrom('actor').selectAll().execute()) know(`actor ${row.actor_name}`, row.actor_id);
    for (const row of await db.selectFrom('linktarget').selectAll().execute())
      know(`target ${titleKey(row.lt_namespace, row.lt_title)}`, row.lt_id);
    for (const row of await db.selectFrom('content_models').selectAll().execute()) know(`model ${row.model_name}`, row.model_id);
    // A wiki of before 1.45 has no such table, and goes on without categories.
    const collations = await db
      .selectFrom('collation')
      .selectAll()
      .execute()
      .catch(() => []);
    for (const row of collations) know(`collation ${row.collation_name}`, row.collation_id);
    for (const row of await db.selectFrom('slot_roles').selectAll().execute()) know(`role ${row.role_name}`, row.role_id);
    for (const row of await db.selectFrom('change_tag_def').selectAll().execute()) know(`tag ${row.ctd_name}`, row.ctd_id);
  }

  /** An address, an imported name (`wiki>Name`) or an account whose id is given. */
  actor(name: string, user: number | null): Promise<number> {
    return this.#once(`actor ${name}`, async () => {
      const row = { actor_user: user, actor_name: name };
      return (await this.#db.insertInto('actor').values(row).returning('actor_id').executeTakeFirstOrThrow()).actor_id;
    });
  }

  comment(text: string): Promise<number> {
    return this.#once(`comment ${text}`, async () => {
      const row = { comment_hash: createHash('md5').update(text).digest().readInt32BE(0), comment_text: text };
      return (await this.#db.insertInto('comment').values(row).returning('comment_id').executeTakeFirstOrThrow()).comment_id;
    });
  }

  linkTarget({ namespace, dbkey }: Title): Promise<number> {
    return this.#once(`target ${titleKey(namespace, dbkey)}`, async () => {
      const row = { lt_namespace: namespace, lt_title: dbkey };
      return (await this.#db.insertInto('linktarget').values(row).returning('lt_id').executeTakeFirstOrThrow()).lt_id;
    });
  }

  contentModel(name: string): Promise<number> {
    return this.#once(`model ${name}`, async () => {
      const row = { model_name: name };
      return (await this.#db.insertInto('content_models').values(row).returning('model_id').executeTakeFirstOrThrow()).model_id;
    });
  }

  collation(name: string): Promise<number> {
    return this.#once(`collation ${name}`, async () => {
      const row = { collation_name: name };
      return (await this.#db.insertInto('collation').values(row).returning('collation_id').executeTakeFirstOrThrow()).collation_id;
    });
  }

  slotRole(name: string): Promise<number> {
    return this.#once(`role ${name}`, async () => {
      const row = { role_name: name };
      return (await this.#db.insertInto('slot_roles').values(row).returning('role_id').executeTakeFirstOrThrow()).role_id;
    });
  }

  tag(name: string, userDefined: boolean): Promise<number> {
    return this.#once(`tag ${name}`, async () => {
      const row = { ctd_name: name, ctd_user_defined: Number(userDefined) };
      return (await this.#db.insertInto('change_tag_def').values(row).returning('ctd_id').executeTakeFirstOrThrow()).ctd_id;
    });
  }

  #once(key: string, insert: () => Promise<number>): Promise<number> {
    const id = this.#ids.get(key) ?? insert();
    this.#ids.set(key, id);
    return id;
  }
}

/** Names that are no accounts: addresses and names of another wiki. */
export const isForeign = (name: string): boolean => isAddress(name) || name.includes('>');

/** `:pbkdf2:sha512:…`, with so few rounds that tests stay quick. */
export function hashPassword(password: string): string {
  const salt = createHash('md5').update(password).digest();
  const hash = pbkdf2Sync(password, salt, ROUNDS, 64, 'sha512');
  return `:pbkdf2:sha512:${ROUNDS}:64:${salt.toString('base64')}:${hash.toString('base64')}`;
}

const ROUNDS = 100;
