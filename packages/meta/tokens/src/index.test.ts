import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import tokens from './index.ts';

describeModule(
  tokens,
  async () => undefined,
  ({ ask, records }) => {
    it('gives an anonymous reader tokens that say so', async () => {
      expect(await records()).toEqual({ csrftoken: '+\\' });
      expect(await records({ type: 'watch|patrol' })).toEqual({ watchtoken: '+\\', patroltoken: '+\\' });
    });
    it('gives every type', async () => {
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
    it('warns of a type that it does not know', async () => {
      expect((await ask({ type: 'csrf|edit' })).warnings.tokens.warnings).toContain('edit');
    });
    it('gives none to scripts of other sites', async () => {
      const { query, warnings } = await ask({}, { origin: '*' });
      expect(query?.tokens).toBeUndefined();
      expect(warnings.tokens.warnings).toBeDefined();
    });
  },
);
