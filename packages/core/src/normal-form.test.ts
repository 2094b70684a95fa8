import { expect, test } from 'vitest';
import { normalFormC } from './normal-form.ts';

test('returns Unicode normal form C', () => {
  for (const text of [
    '',
    'plain',
    'e\u0301',
    'a\u0316\u0301 \u1100\u1161',
    'हिन्दी '.repeat(100),
    '👩‍👩‍👧'.repeat(50),
    `a${'\u0316\u0301'.repeat(30)}`,
  ]) {
    expect(normalFormC(text)).toBe(text.normalize('NFC'));
  }
});

test('normalizes 500,000 combining marks on one letter in under 3 seconds', () => {
  for (const marks of ['\u0301\u0316', '\u{1d165}\u{1e8d0}']) {
    const begun = performance.now();
    const text = normalFormC(`e${marks.repeat(250_000)}!`);
    expect(performance.now() - begun).toBeLessThan(3000);
    expect(text.endsWith('!')).toBe(true);
  }
});
