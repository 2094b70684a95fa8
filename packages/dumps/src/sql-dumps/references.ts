import type { Site, Title } from '@wikiquery/core';
import { titleKey } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { LRUCache } from 'lru-cache';
import type { Contributor } from '../items.ts';
import { Actors } from '../write/actors.ts';
import { Comments, LinkTargets } from '../write/names.ts';
import type { TargetDatabase } from '../write/target.ts';

/** Resolves titles, comments, users and tags of rows to ids in batches: register all, call `load`, then read the ids. */
export class RowReferences {
  readonly site: Site;
  readonly #target: TargetDatabase;
  readonly #targets: LinkTargets;
  readonly #comments: Comments;
  readonly #actors: Actors;
  readonly #known = new LRUCache<number, Title>({ max: 200_000 });
  readonly #tags = new Map<string, number>();
  #noted = nothingNoted();
  #titles: ReadonlyMap<number, Title> = new Map();
  #targetIds: ReadonlyMap<string, number> = new Map();
  #commentIds: ReadonlyMap<string, number> = new Map();
  #actorOf: (contributor: Contributor) => number = () => 0;

  constructor(target: TargetDatabase, site: Site, warn: (message: string) => void) {
    this.site = site;
    this.#target = target;
    this.#targets = new LinkTargets(target);
    this.#comments = new Comments(target);
    this.#actors = new Actors(target, warn);
  }

  noteTarget(id: number): void {
    this.#noted.targets.add(id);
  }
  noteTitle(namespace: number, dbkey: string): void {
    this.#noted.titles.set(titleKey(namespace, dbkey), { namespace, dbkey });
  }
  noteComment(text: string): void {
    this.#noted.comments.set(text, text);
  }
  noteActor(contributor: Contributor, timestamp: string): void {
    this.#noted.actors.push({ contributor, timestamp });
  }
  noteTag(name: string): void {
    this.#noted.tags.add(name);
  }

  /** Looks up the registered values. A new value gets an id, and a row once the target is flushed. */
  async load(): Promise<void> {
    const { targets, titles, comments, actors, tags } = this.#noted;
    this.#noted = nothingNoted();
    this.#titles = await this.#titlesOf(targets);
    if (titles.size > 0) this.#targetIds = await this.#targets.numbers(titles);
    if (comments.size > 0) this.#commentIds = await this.#comments.numbers(comments);
    if (actors.length > 0) this.#actorOf = await this.#actors.numbers(actors);
    if (tags.size > 0) await this.#loadTags(tags);
  }

  title(id: number): Title | undefined {
    return this.#titles.get(id);
  }
  target(namespace: number, dbkey: string): number {
    return this.#targetIds.get(titleKey(namespace, dbkey)) as number;
  }
  comment(text: string): number {
    return this.#commentIds.get(text) as number;
  }
  actor(contributor: Contributor): number {
    return this.#actorOf(contributor);
  }
  tag(name: string): number {
    return this.#tags.get(name) as number;
  }

  async #titlesOf(ids: ReadonlySet<number>): Promise<Map<number, Title>> {
    const titles = new Map<number, Title>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = this.#known.get(id);
      if (known) titles.set(id, known);
      else missing.push(id);
    }
    const rows = await loadInChunks(missing, chunk =>
      this.#target.db.selectFrom('linktarget').select(['lt_id', 'lt_namespace', 'lt_title']).where('lt_id', 'in', chunk).execute(),
    );
    for (const { lt_id, lt_namespace: namespace, lt_title: dbkey } of rows) {
      titles.set(lt_id, { namespace, dbkey });
      this.#known.set(lt_id, { namespace, dbkey });
    }
    return titles;
  }

  async #loadTags(names: ReadonlySet<string>): Promise<void> {
    const { db } = this.#target;
    const read = async (): Promise<void> => {
      for (const { ctd_id, ctd_name } of await db.selectFrom('change_tag_def').select(['ctd_id', 'ctd_name']).execute())
        this.#tags.set(ctd_name, ctd_id);
    };
    if (this.#tags.size === 0) await read();
    const fresh = [...names].filter(name => !this.#tags.has(name));
    if (fresh.length === 0) return;
    await db
      .insertInto('change_tag_def')
      .values(fresh.map(ctd_name => ({ ctd_name, ctd_user_defined: 0 })))
      .execute();
    await read();
  }
}

const nothingNoted = () => ({
  targets: new Set<number>(),
  titles: new Map<string, Title>(),
  comments: new Map<string, string>(),
  actors: [] as { readonly contributor: Contributor; readonly timestamp: string }[],
  tags: new Set<string>(),
});
