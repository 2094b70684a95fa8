import { binary, bytes, datetime, index, int, oneOf, type Table, uint } from '../../column.ts';
import type { Trait, TraitForm } from '../trait.ts';

export const pageLinkTargets = linkTargets('the targets of page links', '1.43', titledLinks('pagelinks', 'pl'));

export const templateLinkTargets = linkTargets('the targets of template links', '1.39', titledLinks('templatelinks', 'tl'));

/** Also covers the name of the collation, which moved to a separate table. */
export const categoryTargets = linkTargets('the categories of pages', '1.45', {
  ...{ table: 'categorylinks', target: 'cl_target_id', namespace: 14, title: 'cl_to' },
  layout: {
    columns: {
      cl_from: uint().default(0),
      cl_to: binary(255).default(''),
      cl_sortkey: bytes(230).default(''),
      cl_sortkey_prefix: binary(255).default(''),
      cl_timestamp: datetime(),
      cl_collation: binary(32).default(''),
      cl_type: oneOf('page', 'subcat', 'file').default('page'),
    },
    primaryKey: ['cl_from', 'cl_to'],
    indexes: {
      cl_sortkey: index('cl_to', 'cl_type', 'cl_sortkey', 'cl_from'),
      cl_timestamp: index('cl_to', 'cl_timestamp'),
    },
  },
  // No query reads the collation.
  form: { columns: { categorylinks: { cl_collation_id: { constant: 0 } } }, lacks: ['collation'] },
});

export const imageTargets = linkTargets('the files that pages show', '1.46', {
  ...{ table: 'imagelinks', target: 'il_target_id', namespace: 6, title: 'il_to' },
  layout: {
    columns: { il_from: uint().default(0), il_to: binary(255).default(''), il_from_namespace: int().default(0) },
    primaryKey: ['il_from', 'il_to'],
    indexes: {
      il_to: index('il_to', 'il_from'),
      il_backlinks_namespace: index('il_from_namespace', 'il_to', 'il_from'),
    },
  },
});

interface TitledLinks {
  readonly table: string;
  /** Column with the id of the target in the newer form. */
  readonly target: string;
  /** Constant namespace of all targets, or the name of the column with the namespace. */
  readonly namespace: number | string;
  readonly title: string;
  readonly layout: Table;
  readonly form?: Partial<TraitForm>;
}

/** The newer form stores ids of `linktarget`, the older form stores titles. */
function linkTargets(about: string, since: Trait['since'], { table, target, namespace, title, layout, form }: TitledLinks): Trait {
  return {
    about,
    since,
    newer: { by: `id (${table}.${target})`, sign: `${table}.${target}` },
    older: {
      by: `title (${table}.${title})`,
      sign: `${table}.${title}`,
      targets: { [target]: { table, namespace, title } },
      tables: { [table]: layout },
      ...form,
    },
    migration: {
      remaining: db => db.selectFrom(table).where(target, 'is', null),
      done: db => db.selectFrom(table).where(target, '>', 0),
    },
  };
}

function titledLinks(table: string, prefix: string): TitledLinks {
  const [from, namespace, title, source] = [
    `${prefix}_from`,
    `${prefix}_namespace`,
    `${prefix}_title`,
    `${prefix}_from_namespace`,
  ] as const;
  return {
    ...{ table, target: `${prefix}_target_id`, namespace, title },
    layout: {
      columns: {
        [from]: uint().default(0),
        [namespace]: int().default(0),
        [title]: binary(255).default(''),
        [source]: int().default(0),
      },
      primaryKey: [from, namespace, title],
      indexes: {
        [namespace]: index(namespace, title, from),
        [`${prefix}_backlinks_namespace`]: index(source, namespace, title, from),
      },
    },
  };
}
