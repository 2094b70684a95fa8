import { f } from '@wikiquery/core';
import { expect, it } from 'vitest';
import { propReader } from './prop-selection.ts';

const readProp = propReader(f.props({ userid: {}, title: {}, parsedcomment: {} }, { always: f.flag() }));

it('returns for each property whether it is requested', () => {
  expect(readProp(new Set(['title']))).toEqual({ userid: false, title: true, parsedcomment: false, performer: false, anyComment: false });
});

it('reports whether the performer, or the comment in any form, is requested', () => {
  expect(readProp(new Set(['userid', 'parsedcomment']))).toMatchObject({ performer: true, anyComment: true });
});
