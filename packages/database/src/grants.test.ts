import { expect, it } from 'vitest';
import { grantStatements, layoutOfRelease } from './index.ts';

const GIVEN = { engine: 'postgres', layout: layoutOfRelease('1.43'), database: 'mediawiki', prefix: 'x_' } as const;
const READS = new Set(['slot_roles', 'geo_tags.gt_lat', 'geo_tags.gt_dim', 'linter.linter_id', 'wbt_type']);
const ROLES = 'grant select on "mediawiki"."x_slot_roles" to wikiquery;';
const isLacking =
  (...lacking: string[]) =>
  (names: Iterable<string>) =>
    [...names].filter(name => lacking.includes(name));
const PLACES = 'grant select ("gt_dim", "gt_lat") on "mediawiki"."x_geo_tags" to wikiquery;';

const grants = (given: Partial<Parameters<typeof grantStatements>[0]>): string[] =>
  grantStatements({ ...GIVEN, reads: READS, ...given }).filter(line => line.includes('select') || line.startsWith('--'));

it('grants select on the named columns of existing extension tables', () => {
  expect(grants({ lacking: isLacking('linter', 'linter.linter_id') })).toEqual([
    ROLES,
    PLACES,
    'grant select on "mediawiki"."x_wbt_type" to wikiquery;',
  ]);
  expect(grants({ lacking: isLacking('linter', 'geo_tags.gt_lat', 'wbt_type') }).at(-1)).toBe(
    'grant select ("gt_dim") on "mediawiki"."x_geo_tags" to wikiquery;',
  );
});

it('writes the grants of extension tables as comments if the database cannot be inspected', () => {
  expect(grants({}).slice(0, 3)).toEqual([ROLES, '-- Tables of extensions and plugins, if the wiki has them:', `-- ${PLACES}`]);
  expect(grants({ reads: new Set(['slot_roles']) })).toEqual([ROLES]);
});

it('grants select on all columns of a table if a plugin names one of them, except for private columns that no plugin names', () => {
  const reads = new Set(['page_restrictions.pr_page', 'recentchanges.rc_id', 'user.user_name', 'user.user_email']);
  const [changes, user, restrictions, ...others] = grants({ reads, layout: layoutOfRelease('1.46') }).sort();
  expect(restrictions).toBe('grant select on "mediawiki"."x_page_restrictions" to wikiquery;');
  expect(changes).toMatch(/^grant select \("rc_id", .*\) on "mediawiki"."x_recentchanges"/);
  expect(changes).not.toContain('rc_ip');
  expect(user).toMatch(/^grant select \("user_id", "user_name", .*"user_email", .*\) on "mediawiki"."x_user"/);
  for (const column of ['user_password', 'user_token', 'user_email_token']) expect(user).not.toContain(`"${column}"`);
  expect(others).toEqual([]);
});

it('omits columns and tables that the database lacks', () => {
  const given = { reads: new Set(['user.user_name', 'watchlist.wl_id']), layout: layoutOfRelease('1.46') };
  const [user, ...others] = grants({ ...given, lacking: isLacking('user.user_is_temp', 'watchlist') });
  expect(user).toContain('"user_editcount"');
  expect(user).not.toContain('user_is_temp');
  expect(others).toEqual([]);
});

it('grants select on shared tables in the shared database', () => {
  const shared = { database: 'central', prefix: 'c_', tables: ['user_groups'] };
  const reads = new Set(['user_groups.ug_user', 'page.page_id']);
  expect(grantStatements({ ...GIVEN, reads, shared }).filter(line => line.startsWith('grant'))).toEqual([
    'grant usage on schema "mediawiki" to wikiquery;',
    'grant usage on schema "central" to wikiquery;',
    'grant select on "mediawiki"."x_page" to wikiquery;',
    'grant select on "central"."c_user_groups" to wikiquery;',
  ]);
});
