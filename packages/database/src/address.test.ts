import { expect, it } from 'vitest';
import { serverAddress, withoutPassword } from './address.ts';

const SECRET = 'sEcReT';
const SCHEMES = ['mariadb', 'mysql', 'postgres', 'postgresql', 'postgre', 'MySQL'];
const USERS = ['wiki', '', 'wiki%40host', 'wi-ki.1'];
const PASSWORDS = [
  SECRET,
  `p@${SECRET}`,
  `p:${SECRET}`,
  `1234/${SECRET}`,
  `p#${SECRET}`,
  `p?${SECRET}`,
  `${SECRET}@@`,
  `p%2F${SECRET}`,
  `12${SECRET}`,
  `(${SECRET})`,
];
const PLACES = ['@db.example/wiki', '@db.example:3306/wiki?schema=a', '@[::1]:3306/wiki', '@/wiki', '@db.example', ''];

it('withoutPassword masks the password of a database address in any text', () => {
  for (const scheme of SCHEMES)
    for (const user of USERS)
      for (const password of PASSWORDS)
        for (const place of PLACES) {
          const address = `${scheme}://${user}:${password}${place}`;
          // Without a host, these truncated addresses look like a host with a port.
          if (place === '' && (user === '' || /@|^\d+\//.test(password))) continue;
          for (const text of [address, `"${address}" is wrong.`, `--database=${address} --port 80`, `{"database":"${address}"}`])
            expect(withoutPassword(text)).not.toContain(SECRET);
        }
  expect(withoutPassword(`postgres://db.example/wiki?user=a&password=${SECRET}&schema=b`)).toBe(
    'postgres://db.example/wiki?user=a&password=…&schema=b',
  );
  expect(withoutPassword('mariadb://wiki:a@db.example:3306/wiki')).toBe('mariadb://wiki:…@db.example:3306/wiki');
});

it('withoutPassword does not change text without a password', () => {
  for (const text of [
    'sqlite:/srv/wiki/data/wiki.sqlite',
    'mariadb://wiki@db.example:3306/wiki',
    'postgres://[::1]:5432/wiki?schema=mediawiki',
    'http://127.0.0.1:8080/w/api.php',
    'Port 8080 is in use. Choose another with `--port`: see http://localhost:8080.',
    'Not an address: a@b, c://d',
  ])
    expect(withoutPassword(text)).toBe(text);
});

it('serverAddress rejects addresses whose password would be parsed as the host, and masks the password in the error', () => {
  expect(serverAddress('mariadb://wiki:p%2Fw@db.example:3306/wiki').hostname).toBe('db.example');
  for (const password of [`1/${SECRET}`, `1?${SECRET}`, `1#${SECRET}`, `${SECRET}/`, `${SECRET}#`]) {
    let message = '';
    try {
      serverAddress(`mariadb://wiki:${password}@db.example/wiki`);
    } catch (error) {
      message = `${(error as Error).stack} ${JSON.stringify(error)}`;
    }
    expect(message).toMatch(/"mariadb:\/\/wiki:…@db\.example\/wiki" is not the address of a database\. Write/);
    expect(message).not.toContain(SECRET);
  }
});
