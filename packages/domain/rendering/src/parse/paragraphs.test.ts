import type { Title } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { expect, it } from 'vitest';
import { cleanPage } from './clean.ts';
import { HtmlWriter } from './html-writer.ts';
import { Markers } from './markers.ts';
import recorded from './paragraphs.json' with { type: 'json' };
import { parseWikitext } from './parse.ts';

const site = defaultSite();
const titles = createTitles(site);
const title = titles.local('Zed') as Title;

function page(text: string): string {
  const texts = new Markers();
  const words = { language: 'en', missing: '', noThumbnail: '', namelessIndicator: '', cite: {} as never };
  const writer = new HtmlWriter({ site, titles, title, texts, words });
  return cleanPage(texts.release(parseWikitext(text, { site, titles, title, texts, writer }))).replace(/\n$/, '');
}

/** `paragraphs.json`: what MediaWiki 1.43 made of each text, without the line end behind it. */
it.each(Object.entries(recorded))('the paragraphs of %j are those of MediaWiki', (text, expected) => expect(page(text)).toBe(expected));

it('parts elements around blocks without writing more than they are worth', () => {
  const made = (count: number): number => page('<b>'.repeat(count) + '<div>a</div>b'.repeat(count)).length;
  expect(made(400) / made(200)).toBeLessThan(3);
});
