import { expect, it, test } from 'vitest';
import { prefixOf, readSessionCookies, sessionCookieIn } from './session-cookies.ts';

const ID = '0v3045h9tipgk6gc8cn0oan42gvii3hb';
const unknown = { session: undefined, prefix: undefined, others: [] };
const known = { session: 'wiki_session', prefix: 'wiki', others: ['ticket'] };

it.each([
  [undefined, 'nothing'],
  ['', 'nothing'],
  ['cookieconsent=1; _ga=GA1.1.1234567890.1700000000', 'nothing'],
  [`wikimwuser-sessionId=${ID}`, 'nothing'],
  ['wikiUserName=Ann; wikiUserID=7', 'nothing'],
  ['wikiToken=abc', 'nothing'],
  [`wiki_session=${ID}`, 'session'],
  ['wiki_session=short; wikiUserID=7', 'nothing'],
  [`wiki_session=${ID}; wikiUserID=0`, 'session'],
  [`wiki_session=${ID}; wikiUserID=x`, 'session'],
  [`wiki_session=${ID}; wikiUserID=7; wikiUserName=Ann`, 'account'],
  [`a=b;wikiUserID=7;wiki_session=${ID}`, 'account'],
  ['wikiUserID=7; wikiToken=abc', 'account'],
  [`wiki_BPsession=${ID}`, 'account'],
  ['wiki_BPsession=x', 'nothing'],
  ['centralauth_User=Ann; centralauth_Token=abc', 'account'],
  ['ss0-centralauth_Session=abc', 'account'],
  [`other_session=${ID}; otherUserID=7`, 'nothing'],
  ['otherUserID=7; otherToken=abc', 'nothing'],
  ['ticket=abc', 'account'],
  ['ticket=', 'nothing'],
])('the Cookie header "%s" is recognized as: %s', (header, holds) => {
  const { hasSession, mayBeAccount } = readSessionCookies(header, known);
  expect([hasSession, mayBeAccount]).toEqual([holds !== 'nothing', holds === 'account']);
});

test('finds every session of an account if the cookie names are unknown', () => {
  for (const header of [`x_session=${ID}; xUserID=7`, `sid=${ID}; xUserID=7`, 'xUserID=7; xToken=abc', `x_BPsession=${ID}`])
    expect(readSessionCookies(`consent=1; ${header}`, unknown)).toEqual({
      cookie: `consent=1; ${header}`,
      hasSession: true,
      mayBeAccount: true,
    });
  for (const header of ['consent=1', 'laravel_session=eyJpdiI6Ik%3D', 'xUserID=7'])
    expect(readSessionCookies(header, unknown).mayBeAccount).toBe(false);
});

test("forwards only the wiki's own cookies, so that other cookies do not make a session count as new", () => {
  const { cookie } = readSessionCookies(`_ga=1; wiki_session=${ID}; wikiUserID=7; consent=2; ticket=3; centralauth_User=Ann`, known);
  expect(cookie).toBe(`wiki_session=${ID}; wikiUserID=7; ticket=3; centralauth_User=Ann`);
});

test('learns the name of the session cookie from the response that starts a session', () => {
  expect(sessionCookieIn([`wiki_session=${ID}; path=/; HttpOnly`, 'wikiUserName=deleted', 'lang=en'])).toBe('wiki_session');
  expect(sessionCookieIn([`a_session=${ID}`, `b_session=${ID}`])).toBeUndefined();
  expect(sessionCookieIn([`AWSALB=${ID}`])).toBeUndefined();
  expect([prefixOf('wiki_session'), prefixOf('mysession')]).toEqual(['wiki', undefined]);
});

test('reads a long Cookie header in linear time', () => {
  const header = Array.from({ length: 6000 }, (_, at) => `c${at}=${at};;  = =`).join(';');
  expect(readSessionCookies(header, unknown).mayBeAccount).toBe(false);
});
