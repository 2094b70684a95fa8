import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import filerepoinfo from './index.ts';

const local = { name: 'local', displayname: 'Wiki', rootUrl: '/images', local: true, url: '/images', canUpload: false };
const shared = { name: 'commons', displayname: 'Commons', apiurl: 'http://commons.example/w/api.php', local: false, canUpload: false };
const site = readSite({ repos: [shared, local] });

describeModule(
  filerepoinfo,
  async () => undefined,
  ({ ask, records }) => {
    it('returns every repository with all its properties', async () => {
      expect(await records()).toEqual({ repos: [shared, local] });
    });
    it('returns the requested properties in the order of the repository', async () => {
      expect(await records({ prop: 'apiurl|name' })).toEqual({
        repos: [{ name: 'commons', apiurl: 'http://commons.example/w/api.php' }, { name: 'local' }],
      });
    });
    it('accepts the properties of all repositories, sorted by name', async () => {
      const { values = () => [] } = filerepoinfo.params.prop.type;
      expect(values(site)).toEqual(['apiurl', 'canUpload', 'displayname', 'local', 'name', 'rootUrl', 'url']);
    });
    it('writes flags in formatversion=1 form', async () => {
      const { query } = await ask({ prop: 'name|local' }, { formatversion: 1 });
      expect(query.repos).toEqual([{ name: 'commons' }, { name: 'local', local: '' }]);
      expect((await ask({ prop: 'apiurl' }, { formatversion: 1 })).query.repos[1]).toEqual({});
    });
    it('warns about unknown properties', async () => {
      expect((await ask({ prop: 'name|thumbUrl' })).warnings.filerepoinfo.warnings).toContain('thumbUrl');
    });
  },
  { site },
);
