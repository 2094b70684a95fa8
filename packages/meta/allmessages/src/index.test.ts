import type { Messages } from '@wikiquery/messages';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import allmessages from './index.ts';

const software: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { apple: 'An apple', apricot: '$1 {{PLURAL:$1|apricot|apricots}}', banana: 'A banana of {{SITENAME}}', cherry: 'A cherry' },
  de: { apple: 'Ein Apfel', date: 'Eine Dattel' },
};
const messages: Messages = {
  has: (key: string) => key in software.en!,
  get: (language: string, key: string) => software[language]?.[key],
  keys: (language = 'en') => Object.keys(software[language] ?? {}),
};

/** Bit of `rev_deleted` for a hidden text. */
const TEXT_HIDDEN = 1;

describeModule(
  allmessages,
  async wiki => {
    await wiki.page('MediaWiki:Banana', { text: 'Our banana' });
    await wiki.page('MediaWiki:Apple/de', { text: 'Unser Apfel' });
    await wiki.page('MediaWiki:Own', { text: 'Hello $1, this is {{PAGENAME}}' });
    await wiki.page('MediaWiki:Cherry', { text: '#REDIRECT [[MediaWiki:Banana]]' });
    await wiki.page('MediaWiki:Apricot', { text: 'secret', hidden: TEXT_HIDDEN });
    return { services: { messages } };
  },
  ({ ask, records }) => {
    const names = async (params = {}) => ((await records(params)) as { name: string }[]).map(({ name }) => name);
    const content = async (params = {}) => ((await records(params)) as { content?: string }[]).map(({ content }) => content);

    it('lists default and customized messages sorted by key', async () => {
      expect(await names()).toEqual(['apple', 'apricot', 'banana', 'cherry']);
      expect(await content({ messages: 'apple|banana|cherry' })).toEqual(['An apple', 'Our banana', 'A cherry']);
    });
    it('returns messages in other languages', async () => {
      expect(await names({ lang: 'de' })).toEqual(['apple', 'apricot', 'banana', 'cherry', 'date']);
      expect(await content({ lang: 'de', messages: 'apple|banana|date' })).toEqual(['Unser Apfel', 'Our banana', 'Eine Dattel']);
      expect((await ask({ messages: 'apple' }, { uselang: 'de' })).query.allmessages[0].content).toBe('Unser Apfel');
      expect((await ask({ lang: 'a:b' })).error.code).toBe('invalidlang');
    });
    it('returns requested messages in the requested order', async () => {
      expect(await records({ messages: 'Own|no such|Banana' })).toEqual([
        { name: 'Own', normalizedname: 'own', content: 'Hello $1, this is {{PAGENAME}}' },
        { name: 'no such', normalizedname: 'no_such', missing: true },
        { name: 'Banana', normalizedname: 'banana', content: 'Our banana' },
      ]);
      expect(await records({ messages: 'own', lang: 'qqx', args: 'a' })).toEqual([
        { name: 'own', normalizedname: 'own', content: '(own: a)' },
      ]);
    });
    it('filters messages by key', async () => {
      expect(await names({ prefix: 'ap' })).toEqual(['apple', 'apricot']);
      expect(await names({ filter: 'an' })).toEqual(['banana']);
      expect(await names({ from: 'apricot', to: 'banana' })).toEqual(['apricot', 'banana']);
      expect(await names({ from: 'apricots' })).toEqual([]);
      expect(await names({ to: 'apz' })).toEqual(['apple', 'apricot']);
      expect(await names({ to: 'aa' })).toEqual([]);
      expect(await names({ messages: 'ab|b|ac', prefix: 'a' })).toEqual(['ab']);
      expect(await names({ messages: 'b|a|c', to: 'b' })).toEqual(['b', 'a']);
    });
    it('filters messages by customization', async () => {
      expect(await names({ customised: 'modified' })).toEqual(['apricot', 'banana', 'cherry']);
      expect(await names({ customised: 'unmodified' })).toEqual(['apple']);
      expect(await records({ customised: 'modified', lang: 'de', nocontent: true })).toEqual([
        { name: 'apple', normalizedname: 'apple', customised: true },
      ]);
      expect(await names({ customised: 'modified', messages: 'own|apple' })).toEqual(['own']);
    });
    it('includes customized messages of the content language on request', async () => {
      expect(await names({ includelocal: true })).toEqual(['apple', 'apricot', 'banana', 'cherry']);
    });
    it('returns the default of a customized message', async () => {
      expect(await records({ messages: 'apple|banana|own', prop: 'default', nocontent: true })).toEqual([
        { name: 'apple', normalizedname: 'apple' },
        { name: 'banana', normalizedname: 'banana', default: 'A banana of {{SITENAME}}' },
        { name: 'own', normalizedname: 'own', defaultmissing: true },
      ]);
    });
    it('fills in message parameters and expands templates', async () => {
      expect(await content({ messages: 'own', args: 'Ada|Ada' })).toEqual(['Hello Ada, this is {{PAGENAME}}']);
      expect(await content({ messages: 'own', args: 'Ada', enableparser: true })).toEqual(['Hello Ada, this is API']);
      expect(await content({ messages: 'own', args: '{{lc:ADA}}', enableparser: true, title: 'Talk:Here' })).toEqual([
        'Hello ada, this is Here',
      ]);
      expect((await ask({ messages: 'own', enableparser: true, title: '[' })).error.code).toBe('invalidtitle');
      expect(await content({ messages: 'apple', title: '[' })).toEqual(['An apple']);
    });
    it('returns the default of a message whose page is revision-deleted', async () => {
      expect(await content({ messages: 'apricot' })).toEqual(['$1 {{PLURAL:$1|apricot|apricots}}']);
    });
    it('is publicly cacheable unless it depends on the user', async () => {
      const { cache } = allmessages as { cache?: (params: object, actor: never) => string };
      expect(cache?.({ lang: 'de', enableparser: false }, undefined as never)).toBe('public');
      expect(cache?.({ lang: undefined, enableparser: false }, undefined as never)).toBe('anon-public');
    });
  },
);
