import { defaultSite } from '@wikiquery/site';
import { expect, it } from 'vitest';
import { foreignUrls } from './urls.ts';

it('inserts file names with replacement patterns such as $& unchanged into description URLs', () => {
  const urls = foreignUrls(defaultSite(), { articleUrl: 'https://files.example/wiki/$1' });
  for (const name of ['A$$B.png', '$1.png', "$'.png", '$&.png'])
    expect(decodeURIComponent(urls.description({ name }) ?? '')).toBe(`https://files.example/wiki/Image:${name}`);
});
