import { readFile } from 'node:fs/promises';
import { readMessages } from '@wikiquery/messages';
import { type RenderingEnv, renderPage } from '@wikiquery/rendering';
import { defaultSite, readSite } from '@wikiquery/site';
import { openWiki } from '@wikiquery/testing';
import { createUsers } from '@wikiquery/users';
import { expect, it } from 'vitest';
import { convert } from './convert-task.ts';
import { compareContent, htmlLeft, type Kind } from './fidelity.test-kit.ts';

/** Pages of the sample wiki, and a page with all elements in two scripts. */
const SAMPLE = new URL('../../../sample/src/export/pages.xml', import.meta.url);

const RICH = `{| class="wikitable"
|+ Птицы
! rowspan="2" | Имя !! colspan="2" | Размер
|-
! см !! кг
|-
| [[Цапля]]<ref name="a">Книга [https://a.test/x_(y) один]</ref> || 90 || 1,5<br>2
|-
| colspan="2" |
* раз
* два
|| &lt;b&gt;
|}
== Раздел ''один'' ==
# Пункт<ref name="a" />
#* Вложенный [[Файл|вид]]
#: Ответ
; Термин : Определение
<gallery caption="鳥">
Missing.jpg|Подпись [[鷺]]
</gallery>
<blockquote>Цитата</blockquote>
H<sub>2</sub>O и <nowiki>*[[не ссылка]]*</nowiki>
<pre>код &lt; код</pre>
=== 節 ===
<references />`;

it('keeps all headings, items, links, cells and notes of the sample wiki', { timeout: 120_000 }, async () => {
  const site = readSite({
    ...defaultSite().info,
    extensions: ['ParserFunctions', 'Cite'].map(name => ({ name })),
    extensiontags: ['ref', 'references', 'nowiki', 'pre', 'gallery'].map(name => `<${name}>`),
  });
  const wiki = await openWiki('sqlite', { site });
  try {
    const env = {
      ...{ db: wiki.db, site, titles: wiki.titles, users: createUsers(site, wiki.titles), now: new Date(), lang: 'en' },
      ...{ filesElsewhere: async () => new Map(), request: { ip: '192.0.2.1' } },
    } as unknown as RenderingEnv;
    const totals: Record<Kind, number> = { headings: 0, items: 0, links: 0, cells: 0, citations: 0, notes: 0 };
    const tags = new Set<string>();
    for (const text of [RICH, ...(await sampleTexts())]) {
      const page = { title: { namespace: 0, dbkey: 'Pier' }, language: 'en', isRedirect: false, messages: readMessages([]) };
      const { html } = await renderPage(env, { ...page, model: 'wikitext', text, hasEditLinks: false, toc: 'none' });
      const { markdown } = convert({ html, options: {} });
      for (const [kind, { count, missing }] of Object.entries(compareContent(html, markdown))) {
        expect([kind, missing, text.slice(0, 100)]).toEqual([kind, [], text.slice(0, 100)]);
        totals[kind as Kind] += count;
      }
      for (const tag of htmlLeft(markdown).keys()) tags.add(tag);
    }
    for (const [kind, count] of Object.entries(totals)) expect([kind, count > 0]).toEqual([kind, true]);
    expect([...tags].filter(tag => !['<br>', '<sub>', '</sub>', '<sup>', '</sup>'].includes(tag))).toEqual([]);
  } finally {
    await wiki.close();
  }
});

/** Returns the newest text of each page. */
async function sampleTexts(): Promise<string[]> {
  const xml = await readFile(SAMPLE, 'utf8');
  return xml.split('</page>').flatMap(page => {
    const text = [...page.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].at(-1)?.[1];
    if (text === undefined || text.startsWith('#REDIRECT')) return [];
    return [text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')];
  });
}
