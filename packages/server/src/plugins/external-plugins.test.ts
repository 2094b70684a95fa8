import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasExternalPlugins } from './external-plugins.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'others-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Creates a folder with a package.json that has these dependencies, and installs them with these fields in their package.json. */
function folderWith(name: string, dependencies: Readonly<Record<string, object>>): string {
  const folder = join(root, name);
  for (const [each, manifest] of Object.entries(dependencies)) {
    mkdirSync(join(folder, 'node_modules', each), { recursive: true });
    writeFileSync(join(folder, 'node_modules', each, 'package.json'), JSON.stringify({ name: each, version: '1.0.0', ...manifest }));
  }
  mkdirSync(folder, { recursive: true });
  const versions = Object.fromEntries(Object.keys(dependencies).map(each => [each, '^1.0.0']));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', dependencies: versions }));
  return folder;
}

const DISTRIBUTION = { wikiquery: { distribution: true } };
const MODULE = { wikiquery: { contract: '2.0' } };

it('finds plugins besides a distribution, and configuration files that are programs', () => {
  expect(hasExternalPlugins(root, 'wikiquery')).toBe(false);
  expect(hasExternalPlugins(folderWith('alone', { wikiquery: DISTRIBUTION, mysql2: {} }), 'wikiquery')).toBe(false);
  expect(hasExternalPlugins(folderWith('beside', { wikiquery: DISTRIBUTION, 'list-second': MODULE }), 'wikiquery')).toBe(true);
  expect(hasExternalPlugins(folderWith('without', { 'list-second': MODULE }), 'wikiquery')).toBe(true);
  const configured = folderWith('configured', { wikiquery: DISTRIBUTION });
  writeFileSync(join(configured, 'wikiquery.config.json'), '{}');
  expect(hasExternalPlugins(configured, 'wikiquery')).toBe(false);
  writeFileSync(join(configured, 'wikiquery.config.mjs'), 'export default {};');
  expect(hasExternalPlugins(configured, 'wikiquery')).toBe(true);
});

it('finds a configuration program that a flag or an environment variable specifies', () => {
  const alone = folderWith('named', { wikiquery: DISTRIBUTION });
  const isFound = (args: string[], env: NodeJS.ProcessEnv = {}): boolean => hasExternalPlugins(alone, 'wikiquery', args, env);
  expect(isFound(['serve', '--port', '0', '--config', '/etc/wiki/settings.mjs'])).toBe(true);
  expect(isFound(['--lenient', '--config=settings.ts', '--port', '0'])).toBe(true);
  expect(isFound(['doctor'], { WIKIQUERY_CONFIG: '../settings.js' })).toBe(true);
  expect(isFound(['serve', '--config', 'settings.json'])).toBe(false);
  expect(isFound(['serve', '--config', 'settings.json'], { WIKIQUERY_CONFIG: 'settings.js' })).toBe(false);

  // A specified configuration file replaces the one in the folder.
  writeFileSync(join(alone, 'wikiquery.config.mjs'), 'export default {};');
  expect(isFound(['serve', '--config', 'settings.json'])).toBe(false);
  expect(isFound(['serve', '--config='], { WIKIQUERY_CONFIG: 'settings.json' })).toBe(true);
});
