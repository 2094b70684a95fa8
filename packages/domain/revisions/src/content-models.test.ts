// Content formats of extensions' models and of configured models.
import { readSite } from '@wikiquery/site';
import { expect, it } from 'vitest';
import { contentFormats, defaultFormat, supportsFormat } from './content-models.ts';

const siteWith = (configuration: object, extensions: readonly string[] = []) =>
  readSite({ query: { extensions: extensions.map(name => ({ name })) } }, configuration, []);

it('returns the formats of content models from extensions', () => {
  const site = siteWith({});
  const models = ['wikitext', 'Scribunto', 'sanitized-css', 'wikibase-item', 'flow-board', 'Tabular.JsonConfig', 'constructor', 'poem'];
  expect(models.map(model => defaultFormat(site, model))).toEqual([
    'text/x-wiki',
    'text/plain',
    'text/css',
    'application/json',
    'application/json',
    'application/json',
    'application/octet-stream',
    'application/octet-stream',
  ]);
  expect(supportsFormat(site, 'wikibase-item', 'application/vnd.php.serialized')).toBe(true);
  expect(supportsFormat(site, 'Scribunto', 'text/x-wiki')).toBe(false);
});

it('accepts configured content models, which override those of extensions', () => {
  const site = siteWith({ contentModels: { poem: ['text/x-poem', 'text/plain'], Scribunto: ['text/x-lua'] } });
  expect(defaultFormat(site, 'poem')).toBe('text/x-poem');
  expect(defaultFormat(site, 'Scribunto')).toBe('text/x-lua');
  expect(contentFormats(site)).toContain('text/x-poem');
});

it('offers the serialized format only with WikibaseRepository', () => {
  const serialized = 'application/vnd.php.serialized';
  expect(contentFormats(siteWith({}))).not.toContain(serialized);
  expect(contentFormats(siteWith({}, ['WikibaseRepository']))).toContain(serialized);
});
