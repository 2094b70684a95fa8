import { inheritedNames } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { settingTable } from '../config/settings.ts';
import { parse } from './command-flags.ts';
import { COMMANDS, helpOf, settingsHelp, summaryOf } from './help.ts';

const ADDED = ['get', 'export'];
const widths = (text: string): number => Math.max(...text.split('\n').map(line => line.length));

it.each([...COMMANDS, ...ADDED])('explains the command "%s" with an example in at most 30 lines of 80 columns', command => {
  const text = helpOf(command) ?? '';
  expect(text).toMatch(new RegExp(`^Usage: wikiquery ${command}\\b`));
  expect(text).toContain('\n  wikiquery ');
  expect(text.split('\n').length).toBeLessThanOrEqual(30);
  expect(widths(text)).toBeLessThanOrEqual(80);
});

it('lists the commands of the server and those of the app', () => {
  const summary = summaryOf([...ADDED, 'bake']);
  for (const command of [...COMMANDS, ...ADDED, 'bake']) expect(summary).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  expect(widths(summary)).toBeLessThanOrEqual(80);
  expect(summaryOf([])).not.toMatch(/^ {2}get\b/m);
});

it('lists every setting with its default in at most 80 columns', () => {
  const text = settingsHelp(settingTable([]));
  expect(widths(text)).toBeLessThanOrEqual(80);
  expect(text).toContain('  --deadline DURATION\n      maximum database time of a request. Default: 30s\n');
  expect(text).toContain('  WIKIQUERY_SECRET_KEY (no flag)\n');
  expect(text).toContain('  stores (configuration file only)\n');
});

// Node ignores the flag `--__proto__`.
it.each(inheritedNames.filter(name => name !== '__proto__'))('has no help and no flag for %s', name => {
  expect(helpOf(name)).toBeUndefined();
  expect(() => parse([`--${name}`], {})).toThrow(`There is no flag --${name}.`);
});
