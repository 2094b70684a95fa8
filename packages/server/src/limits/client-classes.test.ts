import { expect, it } from 'vitest';
import { anonymousClass, classOf, hasContact } from './client-classes.ts';

it.each([
  'heron/1.0 (ops@wiki.example)',
  'heron/1.0 (https://wiki.example/heron; ops@wiki.example) curl/8.0',
  'heron/1.0 (+HTTP://wiki.example)',
  'Mozilla/5.0 (compatible; Crawler/2.1; +http://crawler.example/bot.html)',
  'heron/1.0 (User:Wren)',
  'heron/1.0 (w:en:User:Wren)',
  'MediaWiki/1.45.0 (https://wiki.example) ForeignAPIRepo/2.1',
])('finds the contact in %s', userAgent => {
  expect(hasContact(userAgent)).toBe(true);
});

it.each([
  '',
  '-',
  'curl/8.5.0',
  'python-requests/2.32.3',
  'node',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'heron/1.0 (http://)',
  'heron/1.0 (@)',
  'heron/1.0 (ops@)',
  'heron/1.0 (ops@localhost)',
  'heron/1.0 (@wiki.example)',
  'heron/1.0 (User: )',
  `${'x'.repeat(500)} ops@wiki.example`,
])('finds no contact in %s', userAgent => {
  expect(hasContact(userAgent)).toBe(false);
});

it.each(['a@', '@a', 'http://', 'https:// ', 'a@a-', 'a@a.', 'user:', 'User: ', '://@ser:', 'h'])(
  'reads %s in time that does not grow with the length',
  part => {
    const measure = (length: number): number => {
      const text = part.repeat(length);
      const before = process.cpuUsage();
      for (let i = 0; i < 1000; i++) hasContact(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    measure(1000);
    expect(measure(16_000) / Math.max(5000, measure(500))).toBeLessThan(10);
  },
);

it('the class depends on the account and its rights, and on the contact of anonymous clients', () => {
  const actor = (isAnon: boolean, ...rights: string[]) => ({ isAnon, can: (right: string) => rights.includes(right) });
  const contact = { 'user-agent': 'heron/1 (ops@wiki.example)' };
  expect(classOf(actor(true), {})).toBe('anonymous');
  expect(classOf(actor(true, 'bot'), contact)).toBe('identified');
  expect(classOf(actor(false), contact)).toBe('account');
  expect(classOf(actor(false, 'bot'), {})).toBe('bot');
  expect(classOf(actor(false, 'apihighlimits'), {})).toBe('bot');
  expect(anonymousClass({ 'user-agent': 'Mozilla/5.0', 'api-user-agent': 'gadget (User:Wren)' })).toBe('identified');
});
