import { RowNames } from '../write/actors.ts';
import type { TargetDatabase } from '../write/target.ts';
import type { DumpColumns } from './columns.ts';
import type { DumpRow } from './reader.ts';

/** Whether revisions refer to texts directly, without slots and contents (until 1.31). */
export const hasTextIds = (table: string, columns: readonly string[]): boolean => table === 'revision' && columns.includes('rev_text_id');

/** Tables that are filled from revisions that refer to texts directly. */
export const OF_REVISIONS: ReadonlySet<string> = new Set(['content', 'content_models', 'slot_roles', 'slots']);

/** Creates slots and contents for revisions that refer to texts directly. */
export class RevisionTexts {
  readonly #target: TargetDatabase;
  #names: RowNames | undefined;

  constructor(target: TargetDatabase) {
    this.#target = target;
  }

  /** Returns a function that must be called with the rows before the target is flushed. */
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
