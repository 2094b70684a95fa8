import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import codexicons from './index.ts';

describeModule(
  codexicons,
  async () => ({ params: { names: 'cdxIconAdd' } }),
  ({ ask }) => {
    it('gives the icons that are named', async () => {
      const { query } = await ask({ names: 'cdxIconAdd|cdxIconArrowNext' });
      expect(query.codexicons).toEqual({
        cdxIconAdd: expect.stringContaining('<path'),
        cdxIconArrowNext: { ltr: expect.stringContaining('<path'), shouldFlip: true },
      });
    });
    it('writes marks the old way in the old format', async () => {
      const { query } = await ask({ names: 'cdxIconArrowNext' }, { formatversion: 1 });
      expect(query.codexicons.cdxIconArrowNext.shouldFlip).toBe('');
    });
    it('gives an empty list for no name, and warns of unknown ones', async () => {
      expect(await ask({ names: '' })).toEqual({ batchcomplete: true, query: { codexicons: [] } });
      expect((await ask({ names: 'nosuch' })).warnings.codexicons.warnings).toContain('nosuch');
    });
  },
);
