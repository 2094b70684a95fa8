import { type OperationNode, type RawNode, ValueNode } from 'kysely';
import { binary, blob, index, serial, uint } from '../../column.ts';
import type { EngineName } from '../../engine.ts';
import { type CounterpartBounds, column, raw } from '../counterparts.ts';
import type { Trait } from '../trait.ts';

export const externalLinks: Trait = {
  about: 'external links',
  since: '1.41',
  newer: { by: 'two parts (externallinks.el_to_domain_index, el_to_path)', sign: 'externallinks.el_to_domain_index' },
  older: {
    by: 'URL (externallinks.el_to)',
    sign: 'externallinks.el_to',
    columns: {
      externallinks: {
        el_to_domain_index: { value: (alias, engine) => ofUrl(alias, engine).domain, bounds: inIndex },
        el_to_path: { value: (alias, engine) => ofUrl(alias, engine).path },
      },
    },
    tables: {
      externallinks: {
        columns: {
          el_id: serial(),
          el_from: uint().default(0),
          el_to: blob(),
          el_index: blob(),
          el_index_60: binary(60),
        },
        primaryKey: ['el_id'],
        indexes: {
          el_from: index('el_from', ['el_to', 40]),
          el_to: index(['el_to', 60], 'el_from'),
          el_index: index(['el_index', 60]),
          el_index_60: index('el_index_60', 'el_id'),
          el_from_index_60: index('el_from', 'el_index_60', 'el_id'),
        },
      },
    },
  },
  migration: {
    remaining: db => db.selectFrom('externallinks').where('el_to_domain_index', '=', ''),
    done: db => db.selectFrom('externallinks').where('el_to_domain_index', '>', ''),
  },
};

/** Splits a URL as the newer tables do. `el_index` has the host reversed; for `mailto:` and `news:`, everything up to a question mark. */
function ofUrl(alias: string, engine: EngineName): { readonly domain: RawNode; readonly path: RawNode } {
  const find = (text: OperationNode, what: string): RawNode =>
    engine === 'postgres' ? raw`strpos(${text}, ${quoted(what)})` : raw`instr(${text}, ${quoted(what)})`;
  const index = column(alias, 'el_index');
  const url = column(alias, 'el_to');
  const colon = find(index, ':');
  const hasHost = raw`substr(${index}, ${colon}, 3) = '://'`;
  const slash = raw`(${colon} + 2 + ${find(raw`substr(${index}, ${colon} + 3)`, '/')})`;
  const isReversed = raw`substr(${index}, 1, ${colon}) in ('mailto:', 'news:')`;
  const question = find(index, '?');
  const scheme = raw`substr(${url}, 1, ${find(url, ':')})`;
  return {
    domain: raw`case when ${hasHost} then substr(${index}, 1, ${slash} - 1) when not ${isReversed} then replace(${scheme}, ':', ':.') when ${question} = 0 then ${index} else substr(${index}, 1, ${question} - 1) end`,
    path: raw`case when ${hasHost} then substr(${index}, ${slash}) when not ${isReversed} then substr(${url}, ${find(url, ':')} + 1) when ${question} = 0 then '' else substr(${index}, ${question}) end`,
  };
}

const quoted = (text: string): OperationNode => ValueNode.createImmediate(text);

/** Returns bounds on `el_index`, which starts with the domain index, or at least with its scheme. */
function inIndex(operator: string): CounterpartBounds | undefined {
  const begin = (value: string): string => (isInIndex(value) ? value : value.replace(/:.*$/s, operator === '<' ? ';' : ':'));
  if (operator === '>=' || operator === '<') return { column: 'el_index', within: [[operator, begin]] };
  if (operator !== '=') return undefined;
  return {
    column: 'el_index',
    within: [
      ['>=', begin],
      ['<', value => `${begin(value)}\u{10ffff}`],
    ],
  };
}

const isInIndex = (value: string): boolean => /^[^:]*(?:$|:\/\/)|^(?:mailto|news):/.test(value);
