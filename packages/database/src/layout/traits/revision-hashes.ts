import { binary } from '../../column.ts';
import { tables } from '../../tables.ts';
import { raw } from '../counterparts.ts';
import type { Trait } from '../trait.ts';

export const revisionHashes = rowHashes('hashes of revisions', 'revision', 'rev_sha1');
export const archivedHashes = rowHashes('hashes of deleted revisions', 'archive', 'ar_sha1');

/** The newer form stores only content hashes, from which revision hashes are computed. */
function rowHashes(about: string, name: 'revision' | 'archive', column: string): Trait {
  const table = tables[name];
  return {
    about,
    since: '1.46',
    newer: { by: 'content (content.content_sha1)', columns: { [name]: { [column]: { value: () => raw`null` } } } },
    older: {
      by: `row (${name}.${column})`,
      sign: `${name}.${column}`,
      tables: { [name]: { ...table, columns: { ...table.columns, [column]: binary(32).default('') } } },
    },
  };
}
