import { f } from '@wikiquery/core';
import { expect, it } from 'vitest';
import { propReader } from './prop-selection.ts';

const readProp = propReader(f.props({ userid: {}, title: {}, parsedcomment: {} }, { always: f.flag() }));

it('tells which properties are asked for', () => {
  expect(readProp(new Set(['title']))).toEqual({ userid: false, title: true, parsedcomment: false, performer: false, anyComment: false });
});

it('tells whether a performer and a comment are, in any form', () => {
  expect(readProp(new Set(['userid', 'parsedcomment']))).toMatchObject({ performer: true, anyComment: true });
});
