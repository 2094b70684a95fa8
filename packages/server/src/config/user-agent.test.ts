import { describe, expect, it } from 'vitest';
import { VERSION } from '../version.ts';
import { contact } from './setting-kinds.ts';
import { contactAdvice, pauseReporter, userAgentOf } from './user-agent.ts';

describe('the contact', () => {
  it.each([
    'ops@wiki.example',
    'ops+bot@mail.wiki.example',
    'https://wiki.example/contact?to=ops#form',
    'https://wiki.example/wiki/User:Wren',
    `https://wiki.example/${'a'.repeat(179)}`,
  ])('can be %s', given => {
    expect(contact.read(given, '')).toBe(given);
  });

  it.each([
    '',
    'Wren',
    'wiki.example',
    'ops@localhost',
    '@wiki.example',
    'ops@wiki.example\r\nCookie: a=b',
    'https://wiki.example/\nX: y',
    'ops@wiki.example ',
    'https://wiki.example/a b',
    'https://wiki.example/(a)',
    'https://wiki.example/a) evil/1.0 (',
    'https://wiki.example/\\',
    'https://user:password@wiki.example/',
    'https://[::::]/',
    'javascript:alert@wiki.example',
    'ftp://wiki.example/',
    'ops@wíki.example',
    `https://wiki.example/${'a'.repeat(180)}`,
    `${'a@'.repeat(100_000)}`,
    7,
    null,
  ])('must not be %j', given => {
    expect(() => contact.read(given, '')).toThrow(/^(?:must be an e-mail address or a URL|needs a value)/);
  });
});

it('the User-Agent contains the version, the contact and the purpose', () => {
  expect(userAgentOf({ contact: 'ops@wiki.example' }, 'follow')).toBe(`wikiquery/${VERSION} (ops@wiki.example) follow`);
  expect(userAgentOf({ contact: undefined }, 'file-repository')).toBe(`wikiquery/${VERSION} file-repository`);
});

it.each([
  ['https://commons.wikimedia.org/w/api.php', true],
  ['http://93.184.215.14/w/api.php', true],
  ['http://[2606:2800::1]/w/api.php', true],
  ['http://127.0.0.1:8080/w/api.php', false],
  ['http://[::1]:8080/w/api.php', false],
  ['http://10.1.2.3/w/api.php', false],
  ['http://mediawiki/w/api.php', false],
  ['http://wiki.internal/w/api.php', false],
  ['http://sub.localhost/w/api.php', false],
  ['not a URL', false],
])('advice on a missing contact for %s: %s', (address, isAdvised) => {
  expect(contactAdvice({ contact: undefined }, address) !== undefined).toBe(isAdvised);
  expect(contactAdvice({ contact: 'ops@wiki.example' }, address)).toBeUndefined();
});

it('only long pauses are reported', () => {
  const reported: string[] = [];
  const report = pauseReporter(text => reported.push(text));
  report({ host: 'wiki.example', seconds: 1 });
  report({ host: 'wiki.example', seconds: 60 });
  expect(reported).toEqual(['wiki.example is busy. The next request follows in 60 seconds.']);
});
