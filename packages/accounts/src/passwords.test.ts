import { inheritedNames } from '@wikiquery/testing';
import { describe, expect, it, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const PASSWORD = 'Pässwörd 1';

/** Hashes of `PASSWORD` by type, created by MediaWiki 1.43 (`PasswordFactory`) and PHP 8.4. */
const HASHES = {
  'plain MD5': ':A:18afa134d2ddd40c0f6c03c7f144891e',
  'MD5 salted with the user id': ':A:17:09f9e9c160935376843f4498df6e434f',
  'salted MD5': ':B:ed295382:f5cef804e133b964cfbfa85816633b76',
  'PBKDF2 with SHA-512':
    ':pbkdf2:sha512:30000:64:f+WzeYO+Sxia7p81VMwJ1g==:CptmAtwEOGb6xwb8FsxNW4CmieXLaJzz6nUlQso+BER7nlK/DBjrz9g0Vz4qjvYQIgrXTz0bRQFauZAEGK14Ww==',
  'PBKDF2 with SHA-256 and 128 bytes':
    ':pbkdf2:sha256:10000:128:MDEyMzQ1Njc4OWFiY2RlZg==:rxlYnF4ckuV/cscUrEbLun0M8rvMQwtxiQbapRJ8cfoLK+Ez9e0Qu9j0J2NQHu21I/prsZYk9bqwxdxpkv9nlTJgy6egkKcNo+SetZSBuO8pORhHmPxZA2UB+Ao4mgeUAUSNJ7jH34f5iY4+fhzqhViTdTt6Pq8PYeA+LtrNe34=',
  bcrypt: ':bcrypt:9$8CbtSsKhVePF49jQKn0SkO$EnQSeTlWFJ25FGUbTz0baU0/ysJjV52',
  Argon2id: ':argon2:$argon2id$v=19$m=8192,t=2,p=1$b24yQjAvcDRZMDY0L3pXRA$1Kuta8eWcy7cJf47nks6CFAydczwe5wInHSSqRaksEc',
  Argon2i: ':argon2:$argon2i$v=19$m=8192,t=2,p=1$Skg2eGdYNG5NeVo4eXlaNA$iOqVPJL4hee2Tzi5k/MI1aObrZmxWLoB65KMWQ6PaU4',
  'PBKDF2 over MD5':
    ':pbkdf2-legacyA:!sha512:30000:64!!thQ9vWH0FfWF0bux2pEI2Q==!PHItNlgoMy+yUaaNJXpsqTCtJP+sWfMEeEEXwpaBDKVQf1pcInvlqba48/mnDPl7zfFnwww9Z/7yYsL+5McmBw==',
  'PBKDF2 over salted MD5':
    ':pbkdf2-legacyB:!sha512:30000:64!b3f8e2a3!v5/pfgGLVGlnrmEDuGGKjA==!nQTjd95KoatmqmDp8e0v9zxFoRMsoolqmBtBaXyKQVMrjsocNFdbfwHBujd4nOTgVyv/r5PUGolM1gXFCacLcQ==',
} as const;

const passwords = createPasswords();

describe.each(Object.entries(HASHES))('a hash of the type %s', (_, hash) => {
  it('matches only its password', async () => {
    expect(await passwords.verify(hash, PASSWORD)).toBe(true);
    expect(await passwords.verify(hash, 'Pässwörd 2')).toBe(false);
    expect(await passwords.verify(hash, '')).toBe(false);
  });
});

test.each([
  '',
  'secret',
  ':whirlpool:abc:def',
  ':pbkdf2:',
  ':B:d41d8cd98f00b204e9800998ecf8427e',
  ':pbkdf2:sha512:0:64:AAAA:AAAA',
  ':pbkdf2:sha512:many:64:AAAA:AAAA',
  ':pbkdf2:nothing:30000:64:AAAA:AAAA',
  ':argon2:$argon2id$v=19$m=8,t=0,p=1$AAAA$AAAA',
  ':bcrypt:9$short',
])('matches no password with the unknown or invalid hash "%s"', async hash => {
  expect(await passwords.verify(hash, PASSWORD)).toBe(false);
  expect(await passwords.verify(hash, '')).toBe(false);
});

test('supports layered types from the configuration', async () => {
  const own = createPasswords({ wrapped: ['A', 'pbkdf2'] });
  const hash = HASHES['PBKDF2 over MD5'].replace('pbkdf2-legacyA', 'wrapped');
  expect(await own.verify(hash, PASSWORD)).toBe(true);
  expect(await passwords.verify(hash, PASSWORD)).toBe(false);
  for (const type of ['argon2', 'nosuchword', ...inheritedNames])
    expect(() => createPasswords({ wrapped: [type, 'pbkdf2'] })).toThrow(`"wrapped" builds on "${type}"`);
});

test('does not block the event loop while checking passwords', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await Promise.all(Array.from({ length: 6 }, () => passwords.refuse(PASSWORD)));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
