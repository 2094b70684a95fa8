import { inheritedNames } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { kindOf } from '../../input/kind.ts';
import { typeOf } from './media-type.ts';
import { readSvg } from './svg.ts';

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const isSvg = (text: string): boolean => typeOf('a.svg.unknown', Buffer.from(text)).mime === 'image/svg+xml';

it('detects an SVG file after comments, a declaration and a document type', () => {
  const heads = [
    ...['', '<?xml version="1.0"?>\n', ' \n<?xml version="1.0"?><!-- a --><!-- b -->', '<!---->\n<!-- <svg> -->'],
    ...['<!DOCTYPE svg>', '<!DOCTYPE svg PUBLIC "a" "b">\n', '<!DOCTYPE svg [<!ENTITY a "b">] >\n'],
  ];
  for (const head of heads) expect({ head, is: isSvg(head + DRAWING) }).toEqual({ head, is: true });
  for (const head of ['a', '<p>', '<!-- ', '<!DOCTYPE svg [']) expect({ head, is: isSvg(head + DRAWING) }).toEqual({ head, is: false });
});

it.each(inheritedNames)('treats %s as an unknown extension and an ordinary language', name => {
  expect(typeOf(`a.${name}`)).toEqual(typeOf('a.nosuchword'));
  expect(typeOf(`a.${name}`, Buffer.from('OggS'))).toEqual(typeOf('a.nosuchword', Buffer.from('OggS')));
  const svg = readSvg(Buffer.from(`<svg><text systemLanguage="${name}">a</text></svg>`));
  expect(Object.entries(svg?.data.translations ?? {})).toEqual([[name, 2]]);
});

// An ambiguous pattern for comments would take forever.
it('detects the type of a file that begins with hundreds of comments', () => {
  const comments = '<!---->'.repeat(580);
  expect([isSvg(comments), isSvg(`${comments}x`), isSvg(comments.slice(0, 3500) + DRAWING)]).toEqual([false, false, true]);
  expect(kindOf(Buffer.from(`${comments}<p>`)).is).toBe('other');
});

it('reads the size of an SVG file in less than quadratic time', () => {
  const measure = (size: number): number => {
    const before = process.cpuUsage();
    readSvg(Buffer.from(`<svg width="1${'\t'.repeat(size)}x" height=" 20px "/>`));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  measure(1000);
  expect(measure(200_000) / Math.max(100, measure(50_000))).toBeLessThan(10);
});
