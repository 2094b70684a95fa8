import { expect, it } from 'vitest';
import { AS_IN_MEDIAWIKI, examineHiddenAccount } from './hidden-account.ts';

it('tells a suppressed account from one that does not exist only where MediaWiki does', { timeout: 240_000 }, async () => {
  const { asked, distinguished } = await examineHiddenAccount();
  expect(distinguished).toEqual(AS_IN_MEDIAWIKI);
  expect(asked).toBeGreaterThan(500);
});
