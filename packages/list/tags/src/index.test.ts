import { readSite } from '@wikiquery/site';
import { describeModule, inheritedNames } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import tags from './index.ts';

/** Default interface messages, by language and key. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { 'tag-mw-blank': 'Emptied & gone', 'tag-mw-blank-description': 'Nothing is left', 'tag-old-helppage': 'Help:Old tags' },
  de: { 'tag-mw-blank': 'Geleert' },
};
const messages = {
  has: (key: string) => key in (texts.en ?? {}),
  get: (language: string, key: string) => texts[language]?.[key],
  keys: (language = 'en') => Object.keys(texts[language] ?? {}),
};

describeModule(
  tags,
  async wiki => {
    await wiki.page('River', { tags: ['mw-blank', 'old', 'field note'] });
    await wiki.edit('River', { text: 'more', tags: ['field note'] });
    await wiki.defineTag('never used');
    await wiki.db.updateTable('change_tag_def').set({ ctd_user_defined: 0 }).where('ctd_name', '=', 'old').execute();
    await wiki.defineTag("Åland's <b>");
    await wiki.page('MediaWiki:Tag-old', { text: "'''Old''' mark" });
    await wiki.page('MediaWiki:Tag-field note', {
      text: 'seen in [[River|the {{PLURAL:2|bank|banks}}]]ide & [https://example.org/?a&b beyond]',
    });
    await wiki.page('MediaWiki:Tag-field note/de', { text: 'Feldnotiz' });
    await wiki.page('MediaWiki:Tag-field note-description', { text: "Noted ''outdoors'' in {{PLURAL:2|a year|years}}" });
    await wiki.page('MediaWiki:Tag-field note-helppage', { text: 'Help:Field' });
    await wiki.page('MediaWiki:Tag-never used', { text: '-' });
    return { services: { messages }, anyContinue: true };
  },
  ({ records, ask, wiki }) => {
    const prop = async (prop: string, request = {}) => {
      const { query } = await ask({ prop, limit: 'max' }, request);
      return Object.fromEntries(query.tags.map(({ name, ...tag }: { name: string }) => [name, tag]));
    };

    it('lists tags of all sources in byte order', async () => {
      const names = (await records()).map(({ name }) => name);
      expect(names).toEqual(['field note', 'mw-blank', 'mw-gone', 'never used', 'old', "Åland's <b>"]);
      expect(await records({ continue: 'mw-c', limit: 2 })).toEqual([{ name: 'mw-gone' }, { name: 'never used' }]);
      expect(await records({ continue: 'Ö' })).toEqual([]);
    });
    it('continues from tags that are not in the database', async () => {
      const { query, continue: next } = await ask({ limit: 2 });
      expect(query.tags).toEqual([{ name: 'field note' }, { name: 'mw-blank' }]);
      expect(next).toMatchObject({ tgcontinue: 'mw-gone' });
      expect((await ask({ limit: 1 }, next)).continue).toMatchObject({ tgcontinue: 'never used' });
    });
    it('returns the source, activity and hit count of tags', async () => {
      const known = await prop('hitcount|defined|source|active');
      expect(known).toMatchObject({
        'field note': { hitcount: 2, defined: true, source: ['manual'], active: true },
        'mw-blank': { hitcount: 1, defined: true, source: ['software', 'extension'], active: true },
        'mw-gone': { hitcount: 0, defined: true, source: ['software', 'extension'], active: false },
        'never used': { hitcount: 0, defined: true, source: ['manual'], active: true },
        old: { hitcount: 1, defined: false, source: [], active: false },
      });
    });
    it('returns the labels of tags in HTML', async () => {
      const link = '<a href="/wiki/River" title="River">the bankside</a>';
      const external = '<a rel="nofollow" class="external text" href="https://example.org/?a&amp;b">beyond</a>';
      expect(await prop('displayname')).toEqual({
        'field note': { displayname: `seen in ${link} &amp; ${external}` },
        'mw-blank': { displayname: 'Emptied &amp; gone' },
        'mw-gone': { displayname: 'mw-gone' },
        'never used': { displayname: false },
        old: { displayname: '<a href="/wiki/Help:Old_tags"><b>Old</b> mark</a>' },
        "Åland's <b>": { displayname: 'Åland&#039;s &lt;b&gt;' },
      });
      const { query } = await ask({ prop: 'displayname', continue: 'n', limit: 1 }, { formatversion: 1 });
      expect(query.tags).toEqual([{ name: 'never used' }]);
    });
    it("returns descriptions in wikitext, and labels in the user's language if available", async () => {
      expect(await prop('description')).toMatchObject({
        'field note': { description: "Noted ''outdoors'' in years" },
        'mw-blank': { description: 'Nothing is left' },
        old: { description: '' },
      });
      const german = await prop('displayname', { uselang: 'de' });
      // The messages that specify help pages are read in the content language.
      expect(german).toMatchObject({
        'field note': { displayname: '<a href="/wiki/Help:Field">Feldnotiz</a>' },
        'mw-blank': { displayname: 'Geleert' },
      });
    });
    it('reads the messages of all tags in a constant number of statements', async () => {
      const costOf = async (limit: number) => (await wiki().statementsOf(() => ask({ prop: 'displayname|description', limit }))).length;
      expect(await costOf(6)).toBe(await costOf(1));
    });
    it.each(inheritedNames)('treats the tag %s like any other', async name => {
      await wiki().page(`Brook of ${name}`, { tags: [name, 'nosuchword'] });
      const known = await prop('defined|source|active');
      expect(known[name]).toEqual(known.nosuchword);
    });
  },
  { site: readSite({}, { softwareTags: { 'mw-blank': true, 'mw-gone': false } }) },
);
