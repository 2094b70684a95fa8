import { readMessages } from '@wikiquery/messages';
import { defaultSite, readSite } from '@wikiquery/site';
import { describeModule, type Values } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import extracts from './index.ts';

const HERON = `{{Box|a=1}}
'''Herons''' are long-legged birds.<sup class="reference">[1]</sup> Of them there are ''seventy'' kinds! They [[fish]] in [[shallow water|the shallows]].
[[File:Heron.jpg|thumb|A heron]]
== Food ==
* Fish
* Frogs
{| class="wikitable"
| a cell
|}
=== By day ===
They wait. [[Category:Birds]]`;

const { namespaces } = defaultSite().info as { namespaces: Record<number, object> };
const siteWithLua = () =>
  readSite({
    ...defaultSite().info,
    extensions: [{ name: 'Scribunto' }, { name: 'TextExtracts' }],
    namespaces: { ...namespaces, 828: { ...namespaces[10], id: 828, name: 'Module', canonical: 'Module' } },
  });

/** Splits parameters into those of the module and those of the request. */
const parted = ({ titles, ...params }: Values): [Values, Values] => [params, titles === undefined ? {} : { titles }];

describeModule(
  extracts,
  async wiki => {
    await wiki.page('Template:Box', { text: '<div class="box">A box of {{{a}}}.</div>' });
    await wiki.page('Heron', { text: HERON });
    await wiki.page('Short', { text: 'One. Two. Three.' });
    await wiki.page('Style.css', { text: 'a {}', model: 'css' });
    await wiki.page('File:Heron.jpg', { text: 'A picture.' });
    return {
      services: { messages: readMessages([]) },
      params: { plaintext: true },
      request: { titles: 'Heron' },
      without: { continuation: 'A response has one whole extract, whatever the limit; introductions are continued below.' },
    };
  },
  ({ records, ask, wiki: opened }) => {
    const extract = async (params: Values = {}): Promise<string> => (await ask(...parted(params))).query.pages[0].extract;
    const intro = 'Herons are long-legged birds. Of them there are seventy kinds! They fish in the shallows.';

    it('extracts text without boxes, footnotes, images and tables', async () => {
      expect(await extract()).toBe(`${intro}\n\n\n== Food ==\nFish\nFrogs\n\n\n=== By day ===\nThey wait.`);
      expect(await extract({ intro: true })).toBe(intro);
    });
    it('formats headings as plain text, with equals signs or with markers', async () => {
      expect(await extract({ sectionformat: 'plain' })).toContain('\n\nFood\nFish');
      expect(await extract({ sectionformat: 'raw' })).toContain('\ufffd\ufffd2\ufffd\ufffdFood\nFish');
    });
    it('limits the extract to a number of characters or sentences', async () => {
      expect(await extract({ chars: 3 })).toBe('Herons...');
      expect(await extract({ sentences: 2, intro: true })).toBe('Herons are long-legged birds. Of them there are seventy kinds!');
      expect(await extract({ titles: 'Short', chars: 1200 })).toBe('One. Two. Three.');
      expect((await ask({ chars: 3, sentences: 1 })).error.code).toBe('invalidparammix');
    });
    it('returns the extract of one whole page or of several introductions', async () => {
      const first = await ask({}, { titles: 'Heron|Short' });
      expect(first.continue.excontinue).toBe(1);
      expect(first.warnings.extracts.warnings).toContain('exintro');
      expect(await records({ intro: true })).toHaveLength(1);
      expect((await ask({ continue: 7 })).error.code).toBe('badcontinue');
    });
    it('returns inline markup, paragraphs and lists as HTML without active content', async () => {
      expect(await extract({ plaintext: false, intro: true })).toBe(
        '<p><b>Herons</b> are long-legged birds. Of them there are <i>seventy</i> kinds! They fish in the shallows.\n</p>',
      );
      expect(await extract({ plaintext: false, chars: 5 })).toBe('<p><b></b></p>...');
      await opened().page('Trap', {
        text: '<b onclick="x()">a</b> <script>x()</script> &lt;i&gt; <span style="x">s</span> [javascript:x y]',
      });
      expect(await extract({ plaintext: false, titles: 'Trap' })).toBe(
        '<p><b>a</b> &lt;script&gt;x()&lt;/script&gt; &lt;i&gt; <span>s</span> [javascript:x y]\n</p>',
      );
    });
    it('returns empty extracts with warnings for file pages and other content models', async () => {
      const { warnings, query } = await ask({ intro: true }, { titles: 'File:Heron.jpg|Style.css' });
      expect(query.pages.map((page: { extract: string }) => page.extract)).toEqual(['', '']);
      expect(warnings.extracts.warnings.split('\n')).toHaveLength(2);
    });
    it('reads the dependencies of many pages in a constant number of statements', async () => {
      const wiki = opened();
      await wiki.page('Template:Outer', { text: '{{Inner|{{{1}}}}} {{Nowhere}}' });
      await wiki.page('Template:Inner', { text: '[[File:Bird {{{1}}}.png]] [[File:Lost {{{1}}}.png]]' });
      for (let n = 0; n < 26; n++) {
        const page = await wiki.page(`Bird ${n}`, { text: `A bird. {{Outer|${n}}}{{Own ${n}}}\n== More ==\n{{Never read}}` });
        await wiki.page(`Template:Own ${n}`, { text: 'own' });
        await wiki.file(`Bird ${n}.png`);
        for (const template of ['Outer', 'Inner', 'Nowhere', `Own ${n}`]) await wiki.template(page, `Template:${template}`);
        for (const file of ['Bird', 'Lost']) await wiki.image(page, `File:${file} ${n}.png`);
      }
      const costOf = async (from: number, to: number): Promise<number> => {
        const titles = Array.from({ length: to - from }, (_, at) => `Bird ${from + at}`).join('|');
        const before = wiki.statements;
        const { query } = await ask({ intro: true }, { titles });
        for (const { title, extract } of query.pages) {
          const number = title.slice('Bird '.length);
          expect(extract).toBe(`A bird.  File:Lost ${number}.png Template:Nowhereown`);
        }
        return wiki.statements - before;
      };
      const few = await costOf(0, 2);
      expect(await costOf(2, 22)).toBe(few);
      // Cached extracts also require a constant number of statements.
      const again = await costOf(0, 2);
      expect(await costOf(2, 22)).toBe(again);
      expect(again).toBeLessThan(few);
    });
    it('does not cache extracts with failing Lua functions, which may have timed out', async () => {
      const wiki = opened();
      const text = 'return { works = function() return "well" end, fails = function() error("no") end }';
      await wiki.page('Module:Odd', { text, model: 'Scribunto' });
      const costsOf = async (title: string, said: string): Promise<number[]> => {
        const costs: number[] = [];
        for (let time = 0; time < 3; time++) {
          const before = wiki.statements;
          expect(await extract({ titles: title })).toBe(said);
          costs.push(wiki.statements - before);
        }
        return costs;
      };
      await wiki.page('Well', { text: 'All {{#invoke:Odd|works}}.' });
      const [made, kept] = (await costsOf('Well', 'All well.')) as [number, number, number];
      expect(kept).toBeLessThan(made);
      await wiki.page('Badly', { text: 'All {{#invoke:Odd|fails}}.' });
      const [, again, oncemore] = (await costsOf('Badly', 'All .')) as [number, number, number];
      expect(again).toBeGreaterThan(kept);
      expect(oncemore).toBe(again);
    });
    it('ends introductions at the first heading, whatever its markup', async () => {
      const wiki = opened();
      const introOf = async (text: string): Promise<string> => {
        await wiki.edit('Changing', { text });
        return extract({ titles: 'Changing', intro: true });
      };
      await wiki.page('Template:Heading', { text: '\n== Of a template ==\n' });
      await wiki.page('Template:Two lines', { text: 'one\ntwo' });
      expect(await introOf('Before.\n== A ==\nafter')).toBe('Before.');
      expect(await introOf('Before. {{Heading}} after\n== A ==\nafter')).toBe('Before.');
      expect(await introOf('Before. <nowiki>\n== A ==\n</nowiki>after\n== C ==\nmore')).toBe('Before. \n== A ==\nafter');
      // A heading cannot span two lines.
      expect(await introOf('Before.\n== {{Two lines}} ==\nafter\n== A ==\nmore')).toBe('Before.\n== one\ntwo ==\nafter');
    });
    it('recomputes extracts when a transcluded page is changed or suppressed', async () => {
      const wiki = opened();
      await wiki.page('Template:Word', { text: 'secret' });
      await wiki.page('Talkative', { text: 'The {{Word}}.' });
      const ofPage = () => extract({ titles: 'Talkative' });
      expect([await ofPage(), await ofPage()]).toEqual(['The secret.', 'The secret.']);
      const revision = await wiki.edit('Template:Word', { text: 'riddle' });
      expect(await ofPage()).toBe('The riddle.');
      await wiki.hideRevision(revision, 1);
      expect(await ofPage()).toBe('The Template:Word.');
    });
  },
  {
    // Each wiki needs its own site object, because the cache belongs to the site.
    get site() {
      return siteWithLua();
    },
  },
);

describeModule(
  extracts,
  async wiki => {
    await wiki.page('Heron', { text: HERON });
    await wiki.page('Short', { text: 'One. Two. Three.' });
    return {
      services: { messages: readMessages([]) },
      params: { intro: true, plaintext: true },
      request: { titles: 'Heron|Short|Nowhere' },
    };
  },
  ({ records }) => {
    it('returns the introductions of as many pages as the limit allows', async () => {
      const introductions = async (limit: number) =>
        (await records({ limit })).flatMap(({ extract }: { extract?: string }) => extract ?? []);
      expect(await introductions(2)).toEqual([expect.stringMatching(/shallows\.$/), 'One. Two. Three.']);
      expect(await introductions(1)).toHaveLength(1);
    });
  },
  {
    get site() {
      return siteWithLua();
    },
  },
);
