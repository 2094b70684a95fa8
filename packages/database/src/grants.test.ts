import { expect, it } from 'vitest';
import { grantStatements, layoutOfRelease } from './index.ts';

const GIVEN = { engine: 'postgres', layout: layoutOfRelease('1.43'), place: 'mediawiki', prefix: 'x_' } as const;
const READS = new Set(['slot_roles', 'geo_tags.gt_lat', 'geo_tags.gt_dim', 'linter.linter_id', 'wbt_type']);
const ROLES = 'grant select on "mediawiki"."x_slot_roles" to wikiquery;';
const PLACES = 'grant select ("gt_dim", "gt_lat") on "mediawiki"."x_geo_tags" to wikiquery;';

const grants = (given: Partial<Parameters<typeof grantStatements>[0]>): string[] =>
  grantStatements({ ...GIVEN, reads: READS, ...given }).filter(line => line.includes('select') || line.startsWith('--'));

it('names the tables of extensions that are there, with the columns that are read', () => {
  expect(grants({ lacking: new Set(['linter', 'linter.linter_id']) })).toEqual([
    ROLES,
    PLACES,
    'grant select on "mediawiki"."x_wbt_type" to wikiquery;',
  ]);
  expect(grants({ lacking: new Set(['linter', 'geo_tags.gt_lat', 'wbt_type']) }).at(-1)).toBe(
    'grant select ("gt_dim") on "mediawiki"."x_geo_tags" to wikiquery;',
  );
});

it('names them as a comment where nobody could look', () => {
  expect(grants({}).slice(0, 3)).toEqual([ROLES, '-- Of extensions, where the wiki has them:', `-- ${PLACES}`]);
  expect(grants({ reads: new Set(['slot_roles']) })).toEqual([ROLES]);
});
