import { defaultSite } from '@wikiquery/site';
import { expect, it } from 'vitest';
import { foreignUrls } from './urls.ts';

it('writes the name of a file into the address of its description as it is', () => {
  const urls = foreignUrls(defaultSite(), { articleUrl: 'https://files.example/wiki/$1' });
  for (const name of ['A$$B.png', '$1.png', "$'.png", '$&.png'])
    expect(decodeURIComponent(urls.description({ name }) ?? '')).toBe(`https://files.example/wiki/Image:${name}`);
});
