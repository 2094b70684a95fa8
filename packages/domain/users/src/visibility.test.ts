import { reader } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { canSeeAnythingHidden, isHidden, maySee, visibilityOf, whereMaySee } from './visibility.ts';

const everybody = reader();
const administrator = reader(['deletedhistory']);
const textReader = reader(['deletedhistory', 'deletedtext']);
const oversighter = reader(['deletedhistory', 'deletedtext', 'viewsuppressed']);

it('hides parts bit by bit', () => {
  expect(['text', 'action', 'comment', 'user'].map(part => isHidden(6, part as 'text'))).toEqual([false, false, true, true]);
  expect(maySee(everybody, 4, 'comment')).toBe(true);
  expect(maySee(everybody, 4, 'user')).toBe(false);
});

it('asks for another right for text than for the rest', () => {
  expect(maySee(administrator, 1, 'action')).toBe(true);
  expect(maySee(administrator, 1, 'text')).toBe(false);
  expect(maySee(textReader, 1, 'text')).toBe(true);
});

it('shows what is suppressed to few', () => {
  expect(maySee(textReader, 9, 'text')).toBe(false);
  expect(maySee(oversighter, 9, 'text')).toBe(true);
  expect(canSeeAnythingHidden(everybody)).toBe(false);
  expect(canSeeAnythingHidden(administrator)).toBe(true);
});

it('tells for all parts of a row at once', () => {
  expect(visibilityOf(administrator, 13)).toEqual({
    hides: { text: true, action: true, comment: false, user: true },
    canSee: { text: false, action: false, comment: true, user: false },
  });
  expect(visibilityOf(administrator, 5).canSee).toEqual({ text: false, action: true, comment: true, user: true });
  expect(Object.values(visibilityOf(everybody, 0).hides)).not.toContain(true);
});

it('has no condition for those who may see everything', () => {
  expect(whereMaySee('log_deleted', 'user', oversighter)).toBeUndefined();
  expect(whereMaySee('log_deleted', 'user', everybody)).toBeDefined();
});
