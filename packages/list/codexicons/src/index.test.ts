import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import codexicons from './index.ts';

describeModule(
  codexicons,
  async () => ({ params: { names: 'cdxIconAdd' } }),
  ({ ask }) => {
    it('returns the requested icons', async () => {
      const { query } = await ask({ names: 'cdxIconAdd|cdxIconArrowNext' });
      expect(query.codexicons).toEqual({
        cdxIconAdd: expect.stringContaining('<path'),
        cdxIconArrowNext: { ltr: expect.stringContaining('<path'), shouldFlip: true },
      });
    });
    it('writes booleans in formatversion=1 form', async () => {
      const { query } = await ask({ names: 'cdxIconArrowNext' }, { formatversion: 1 });
      expect(query.codexicons.cdxIconArrowNext.shouldFlip).toBe('');
    });
    it('returns an empty list without names and warns about unknown names', async () => {
      expect(await ask({ names: '' })).toEqual({ batchcomplete: true, query: { codexicons: [] } });
      expect((await ask({ names: 'nosuch' })).warnings.codexicons.warnings).toContain('nosuch');
    });
  },
);
