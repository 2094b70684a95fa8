import { expect, it } from 'vitest';
import { Secrecy } from './secrecy.ts';

const secrecy = new Secrecy('k'.repeat(64));

it('encrypts a text for one key, and equal texts equally', () => {
  const sealed = secrecy.seal('key', 'a session');
  expect(sealed.toString('latin1')).not.toContain('session');
  expect(secrecy.seal('key', 'a session')).toEqual(sealed);
  expect(secrecy.seal('other key', 'a session')).not.toEqual(sealed);
  expect(secrecy.open('key', sealed)).toBe('a session');
});

it('rejects values that no server with the secret key has written for this key', () => {
  const sealed = secrecy.seal('key', 'text');
  const changed = Buffer.from(sealed);
  changed[14]! ^= 1;
  expect(secrecy.open('key', changed)).toBeUndefined();
  expect(secrecy.open('other key', sealed)).toBeUndefined();
  expect(new Secrecy('j'.repeat(64)).open('key', sealed)).toBeUndefined();
  expect(secrecy.open('key', Buffer.alloc(5))).toBeUndefined();
});

it('creates key names that do not reveal their content, and depend on the secret key', () => {
  const name = secrecy.name('value', 'a page');
  expect(name).toMatch(/^wikiquery:[\da-f]{12}:value:[\w-]{27}$/);
  expect(secrecy.name('attempts', 'a page')).not.toBe(name.replace('value', 'attempts'));
  expect(new Secrecy('j'.repeat(64)).name('value', 'a page')).not.toBe(name);
  expect(new Secrecy('k'.repeat(64), 'pond').prefix).toBe(secrecy.prefix.replace(':', ':pond:'));
});
