import { reader } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { canSeeAnythingHidden, isHidden, maySee, visibilityOf, whereMaySee } from './visibility.ts';

const everybody = reader();
const administrator = reader(['deletedhistory']);
const textReader = reader(['deletedhistory', 'deletedtext']);
const suppressor = reader(['deletedhistory', 'deletedtext', 'viewsuppressed']);

it('hides each part by a separate bit', () => {
  expect(['text', 'action', 'comment', 'user'].map(part => isHidden(6, part as 'text'))).toEqual([false, false, true, true]);
  expect(maySee(everybody, 4, 'comment')).toBe(true);
  expect(maySee(everybody, 4, 'user')).toBe(false);
});

it('requires a different right for text than for other parts', () => {
  expect(maySee(administrator, 1, 'action')).toBe(true);
  expect(maySee(administrator, 1, 'text')).toBe(false);
  expect(maySee(textReader, 1, 'text')).toBe(true);
});

it('shows suppressed parts only with viewsuppressed', () => {
  expect(maySee(textReader, 9, 'text')).toBe(false);
  expect(maySee(suppressor, 9, 'text')).toBe(true);
  expect(canSeeAnythingHidden(everybody)).toBe(false);
  expect(canSeeAnythingHidden(administrator)).toBe(true);
});

it('returns the visibility of all parts of a row', () => {
  expect(visibilityOf(administrator, 13)).toEqual({
    hides: { text: true, action: true, comment: false, user: true },
    canSee: { text: false, action: false, comment: true, user: false },
  });
  expect(visibilityOf(administrator, 5).canSee).toEqual({ text: false, action: true, comment: true, user: true });
  expect(Object.values(visibilityOf(everybody, 0).hides)).not.toContain(true);
});

it('needs no condition for users who may see everything', () => {
  expect(whereMaySee('log_deleted', 'user', suppressor)).toBeUndefined();
  expect(whereMaySee('log_deleted', 'user', everybody)).toBeDefined();
});
