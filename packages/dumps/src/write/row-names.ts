import { Actors } from './actors.ts';
import { Comments, ShortList } from './names.ts';
import type { TargetDatabase } from './target.ts';

/** The numbers by which rows of revisions and log entries name what they share. */
export class RowNames {
  readonly actors: Actors;
  readonly comments: Comments;
  readonly models: ShortList;
  readonly roles: ShortList;

  constructor(target: TargetDatabase, warn: (message: string) => void) {
    this.actors = new Actors(target, warn);
    this.comments = new Comments(target);
    this.models = new ShortList(target, 'content_models');
    this.roles = new ShortList(target, 'slot_roles');
  }
}
