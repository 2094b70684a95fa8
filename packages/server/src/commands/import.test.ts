// Target folders of imports without `--database`.
import { expect, it } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import { afterImport } from './import.ts';

const placeOf = (source: string): string | undefined => afterImport({ ...defaultSettings('/'), data: '/data', import: [source] }).database;

it.each([
  ['a/dump.xml.gz', 'dump'],
  ['https://dumps.example/aawiki-20240101-pages.xml.bz2?x=.zip', 'aawiki-20240101-pages'],
  ['https://dumps.example/%E0%A4%A.xml', '%E0%A4%A'],
  ['https://dumps.example/a%2F..%2F..%2F..', 'a_.._.._..'],
  ['https://dumps.example/%2e%2e%2f', '.._'],
  ['https://dumps.example/', 'wiki'],
  ['http://[', 'wiki'],
  ['/', 'wiki'],
  ['/some/folder/..', 'some'],
  ['c:wiki.xml', 'c:wiki'],
  [`${'鷺'.repeat(100)}.xml`, '鷺'.repeat(66)],
])('imports %s into a subfolder of "imports" in the data folder', (source, name) => {
  expect(placeOf(source)).toBe(`sqlite:/data/imports/${name}/wiki.sqlite`);
});
