import { readSite } from '@wikiquery/site';
import { expect, it } from 'vitest';
import { readerPaths } from './paths.ts';
import { pagePolicy } from './policy.ts';

const at = (general: object) =>
  readerPaths(readSite({ general: { scriptpath: '/w', script: '/w/index.php', articlepath: '/wiki/$1', ...general } }));

it('finds the title in the article path and in index.php', () => {
  const { targetOf } = at({});
  expect(targetOf('/wiki/Heron/Nest')).toEqual({ kind: 'page', title: 'Heron/Nest' });
  for (const path of ['/w/index.php', '/index.php']) expect(targetOf(path)).toEqual({ kind: 'page', title: undefined });
  expect(targetOf('/w/index.php/Heron')).toEqual({ kind: 'page', title: 'Heron' });
  expect(targetOf('/robots.txt')).toEqual({ kind: 'robots' });
  expect(targetOf('/favicon.ico')).toEqual({ kind: 'icon' });
  for (const path of ['/', '/wikis', '/w/api.php', '/w/images/x.png', '/schema/list/x.json'])
    expect([path, targetOf(path)]).toEqual([path, undefined]);
});

it('leaves the paths of the server to the server if the article path is /$1', () => {
  const { targetOf } = at({ articlepath: '/$1' });
  expect(targetOf('/Heron')).toEqual({ kind: 'page', title: 'Heron' });
  for (const path of ['/', '/schema', '/schema/list/x.json', '/openapi.json', '/w/images/x.png'])
    expect([path, targetOf(path)]).toEqual([path, undefined]);
});

it('finds the variant in the path', () => {
  const { targetOf } = at({ variantarticlepath: '/$2/$1', variants: [{ code: 'zh-hans' }, { code: 'zh' }] });
  expect(targetOf('/zh-hans/A/B')).toEqual({ kind: 'page', title: 'A/B', variant: 'zh-hans' });
  expect(targetOf('/zh-x/A')).toBeUndefined();
});

it('allows no scripts, and pictures only from the hosts of the wiki', () => {
  const policy = pagePolicy(
    readSite({
      general: { server: 'https://wiki.example', base: 'https://wiki.example/wiki/Start', logo: "https://x;script-src 'unsafe-inline'/" },
      repos: [{ name: 'shared', url: '//upload.example/x', rootUrl: 'javascript:1' }],
    }),
  );
  expect(policy).toContain("img-src 'self' https://wiki.example https://upload.example data:");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe-eval|\*/);
});
