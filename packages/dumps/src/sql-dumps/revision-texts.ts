import { RowNames } from '../write/row-names.ts';
import type { TargetDatabase } from '../write/target.ts';
import type { DumpColumns } from './columns.ts';
import type { DumpRow } from './reader.ts';

/** Whether rows name a text each: until 1.31, when slots and contents came between. */
export const tellsTexts = (table: string, columns: readonly string[]): boolean => table === 'revision' && columns.includes('rev_text_id');

/** Tables that are filled then. */
export const OF_REVISIONS: ReadonlySet<string> = new Set(['content', 'content_models', 'slot_roles', 'slots']);

/** Gives revisions that name their text a slot and a content. */
export class RevisionTexts {
  readonly #target: TargetDatabase;
  #names: RowNames | undefined;

  constructor(target: TargetDatabase) {
    this.#target = target;
  }

  /** What is to be called with the rows, before the target is flushed. */
  reader(dump: DumpColumns): (rows: readonly DumpRow[]) => Promise<void> {
    const [revision, text] = [dump.number('rev_id'), dump.number('rev_text_id')];
    const size = dump.has('rev_len') ? dump.number('rev_len') : () => 0;
    const sha1 = dump.has('rev_sha1') ? dump.text('rev_sha1') : () => '';
    const model = dump.has('rev_content_model') ? dump.text('rev_content_model') : () => '';
    return async rows => {
      const target = this.#target;
      this.#names ??= new RowNames(target, () => undefined);
      const { models, roles } = this.#names;
      await models.load();
      await roles.load();
      for (const row of rows) {
        const content = target.nextId('content');
        target.add('content', content, size(row), sha1(row), models.number(model(row) || 'wikitext'), `tt:${text(row)}`);
        target.add('slots', revision(row), roles.number('main'), content, revision(row));
      }
    };
  }
}
