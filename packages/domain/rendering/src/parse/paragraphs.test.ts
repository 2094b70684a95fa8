import type { Title } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { expect, it } from 'vitest';
import { cleanPage } from './clean.ts';
import { HtmlWriter } from './html-writer.ts';
import recorded from './paragraphs.json' with { type: 'json' };
import { parseWikitext } from './parse.ts';
import { StripState } from './strip-state.ts';

const site = defaultSite();
const titles = createTitles(site);
const title = titles.local('Zed') as Title;

function page(text: string): string {
  const stripState = new StripState();
  const interfaceTexts = { language: 'en', missing: '', noThumbnail: '', namelessIndicator: '', cite: {} as never };
  const writer = new HtmlWriter({ site, titles, title, stripState, interfaceTexts });
  return cleanPage(stripState.unstrip(parseWikitext(text, { site, titles, title, stripState, writer }))).replace(/\n$/, '');
}

/** `paragraphs.json` was recorded from MediaWiki 1.43. It omits the final newline. */
it.each(Object.entries(recorded))('wraps %j in paragraphs as MediaWiki does', (text, expected) => expect(page(text)).toBe(expected));

it('splits nested elements around blocks without quadratic growth of the HTML', () => {
  const made = (count: number): number => page('<b>'.repeat(count) + '<div>a</div>b'.repeat(count)).length;
  expect(made(400) / made(200)).toBeLessThan(3);
});
