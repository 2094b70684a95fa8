import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import tokens from './index.ts';

describeModule(
  tokens,
  async () => undefined,
  ({ ask, records }) => {
    it('returns anonymous tokens to anonymous users', async () => {
      expect(await records()).toEqual({ csrftoken: '+\\' });
      expect(await records({ type: 'watch|patrol' })).toEqual({ watchtoken: '+\\', patroltoken: '+\\' });
    });
    it('returns every token type', async () => {
      expect(Object.keys(await records({ type: '*' }))).toEqual([
        'createaccounttoken',
        'csrftoken',
        'logintoken',
        'patroltoken',
        'rollbacktoken',
        'userrightstoken',
        'watchtoken',
      ]);
    });
    it('warns about unknown token types', async () => {
      expect((await ask({ type: 'csrf|edit' })).warnings.tokens.warnings).toContain('edit');
    });
    it('returns no tokens to cross-origin requests', async () => {
      const { query, warnings } = await ask({}, { origin: '*' });
      expect(query?.tokens).toBeUndefined();
      expect(warnings.tokens.warnings).toBeDefined();
    });
  },
);
