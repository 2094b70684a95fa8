import { binary } from '../../column.ts';
import { tables } from '../../tables.ts';
import { raw } from '../counterparts.ts';
import type { Trait } from '../trait.ts';

const NONE = { value: () => raw`null` };

/** The newer form has hashes of contents only, from which that of a revision is computed. */
export const revisionHashes: Trait = {
  about: 'hashes of revisions',
  since: '1.46',
  newer: { by: 'content (content.content_sha1)', columns: { revision: { rev_sha1: NONE } } },
  older: {
    by: 'row (revision.rev_sha1)',
    sign: 'revision.rev_sha1',
    tables: { revision: { ...tables.revision, columns: { ...tables.revision.columns, rev_sha1: binary(32).default('') } } },
  },
};

export const archivedHashes: Trait = {
  about: 'hashes of deleted revisions',
  since: '1.46',
  newer: { by: 'content (content.content_sha1)', columns: { archive: { ar_sha1: NONE } } },
  older: {
    by: 'row (archive.ar_sha1)',
    sign: 'archive.ar_sha1',
    tables: { archive: { ...tables.archive, columns: { ...tables.archive.columns, ar_sha1: binary(32).default('') } } },
  },
};
