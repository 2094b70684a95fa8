import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Title } from '@wikiquery/core';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { createUsers } from '@wikiquery/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandMessages, fillIn, listMessagePages, loadInterfaceTexts, messageKey, readMessages, softwareKeys } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'wikiquery-messages-'));
const write = (language: string, texts: object) => writeFileSync(join(folder, `${language}.json`), JSON.stringify(texts));
write('en', { '@metadata': { authors: [] }, greeting: 'Hello $1', farewell: 'Goodbye&#32;', only: 'English' });
write('de', { greeting: 'Hallo $1', farewell: 'Tschüss' });
write('qqq', { greeting: 'Explains the message.' });
afterAll(() => rmSync(folder, { recursive: true }));

const messages = readMessages([folder]);

describe('readMessages', () => {
  it('returns fallback messages and messages from folders', () => {
    expect(messages.has('greeting')).toBe(true);
    expect(messages.has('mainpage')).toBe(true);
    expect(messages.has('@metadata')).toBe(false);
    expect(messages.get('de', 'greeting')).toBe('Hallo $1');
    expect(messages.get('de', 'only')).toBeUndefined();
    expect(messages.get('qqq', 'greeting')).toBeUndefined();
    expect(messages.get('../de', 'greeting')).toBeUndefined();
  });
  it('returns group names in many languages', () => {
    expect(messages.get('en', 'group-sysop')).toBe('Administrators');
    expect(messages.get('fr', 'group-sysop')).toBe('Administrateurs');
    expect(messages.get('de', 'duration-years')).toMatch('Jahr');
    expect(messages.get('en', 'grouppage-sysop')).toBe('{{ns:project}}:Administrators');
    expect(messages.get('xyz', 'group-sysop')).toBeUndefined();
  });
  it('returns sorted keys; softwareKeys adds those of fallback languages', () => {
    expect(messages.keys()).toEqual([...messages.keys()].sort());
    expect(softwareKeys(messages, 'de-at')).toEqual(expect.arrayContaining(['farewell', 'greeting', 'only']));
    expect(softwareKeys(undefined, 'de')).toEqual([]);
  });
});

describe('fillIn', () => {
  it('replaces markers with parameters', () => {
    expect(fillIn('$1 and $2, $1; $3 $0 $', ['a', '$1'])).toBe('a and $1, a; $3 $0 $');
    expect(fillIn('$12', ['a'])).toBe('a2');
  });
  it('replaces ($*) with the key and the parameters', () => {
    expect(fillIn('($*)', ['a', 'b'], 'greeting')).toBe('(greeting: a, b)');
    expect(fillIn('($*)', [], 'Main page')).toBe('(Main page = main_page)');
  });
});

it('converts message names to keys', () => {
  expect(['Main page', 'MAINPAGE', 'Übung', ''].map(messageKey)).toEqual(['main_page', 'mAINPAGE', 'übung', '']);
});

describe.each(engines)('interface texts on %s', engine => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.page('MediaWiki:Greeting', { text: 'Hi $1' });
    await wiki.page('MediaWiki:Greeting/nds', { text: 'Moin $1' });
    await wiki.page('MediaWiki:Own/de', { text: 'Eigenes' });
    await wiki.page('MediaWiki:Own', { text: 'Of this wiki' });
    await wiki.page('MediaWiki:Farewell', { text: '#REDIRECT [[Elsewhere]]' });
    await wiki.page('Template:Sign', { text: '({{{1}}})' });
    await wiki.user('Ada', { preferences: { gender: 'female' } });
  }, 60_000);
  afterAll(() => wiki?.close());

  const env = (lang: string) => ({ db: wiki.db, site: wiki.site, titles: wiki.titles, lang });
  const request = { ip: '', signal: new AbortController().signal };
  const texts = (language: string, ...names: string[]) => loadInterfaceTexts(env('en'), names, { messages, language });
  const text = async (language: string, name: string) => (await texts(language, name)).text(name);

  it('a page overrides the message of the software', async () => {
    expect(await text('en', 'greeting')).toBe('Hi $1');
    expect(await text('en', 'Own')).toBe('Of this wiki');
    expect((await texts('en', 'greeting')).softwareText('greeting')).toBe('Hello $1');
    expect((await texts('en', 'own')).softwareText('own')).toBeUndefined();
  });
  it('a redirect does not override the message of the software', async () => {
    expect(await text('en', 'farewell')).toBe('Goodbye ');
  });
  it('loads a message from the page or software of the language, then of its fallback languages', async () => {
    expect(await text('de', 'greeting')).toBe('Hallo $1');
    expect(await text('nds', 'greeting')).toBe('Moin $1');
    expect(await text('nds-nl', 'greeting')).toBe('Hi $1');
    expect(await text('de-at', 'own')).toBe('Eigenes');
    expect(await text('de', 'only')).toBe('English');
    expect(await text('fr', 'greeting')).toBe('Hi $1');
    // For an unknown language, the built-in message takes precedence over pages.
    expect(await text('xyz', 'greeting')).toBe('Hello $1');
    expect(await text('xyz', 'own')).toBe('Of this wiki');
  });
  it('finds a message by key and language', async () => {
    expect(await text('en', 'farewell/de')).toBe('Tschüss');
    expect(await text('en', 'greeting/nds')).toBe('Moin $1');
    expect(await text('en', 'nothing/de')).toBeUndefined();
    expect(await text('en', '')).toBeUndefined();
  });
  it('returns the key and parameters of a message in language qqx', async () => {
    expect(fillIn((await text('qqx', 'nothing')) ?? '', ['a'], 'nothing')).toBe('(nothing: a)');
  });
  it('returns the same messages if the pages are already loaded', async () => {
    const pages = await listMessagePages(wiki.db);
    expect([...pages.keys()].sort()).toEqual(['Farewell', 'Greeting', 'Greeting/nds', 'Own', 'Own/de']);
    const known = await loadInterfaceTexts(env('nds'), ['greeting', 'own', 'farewell'], { messages, pages });
    expect(['greeting', 'own', 'farewell'].map(name => known.text(name))).toEqual(['Moin $1', 'Eigenes', 'Tschüss']);
  });

  it('expands wikitext in messages', async () => {
    const all = {
      '{{SITENAME}}': wiki.site.general.sitename,
      '{{Sign|{{PAGENAME}}}}': '(API)',
      '{{PLURAL:3|ein|viele}} {{GRAMMAR:genitive|Wiki}}': 'viele Wiki',
      '{{GENDER:Ada|er|sie}} {{GENDER:ada|er|sie}} {{GENDER:Nobody|er|sie|sie alle}} {{GENDER:|er|sie|sie alle}}':
        'sie sie sie alle sie alle',
      '{{int:greeting|{{PAGENAME}}}} {{int:nothing}}': 'Hallo API ⧼nothing⧽',
      '{{MediaWiki:Only}} {{MediaWiki:Own}}': 'English Of this wiki',
      '{{NUMBEROFPAGES}} {{NUMBEROFPAGES:R}}': '6 6',
      'nothing to do': 'nothing to do',
    };
    const title = wiki.titles.local('API') as Title;
    const users = createUsers(wiki.site, wiki.titles);
    const expand = await expandMessages({ ...env('en'), users, now: new Date(0), request }, Object.keys(all), {
      messages,
      language: 'de',
      title,
    });
    expect(await Promise.all(Object.keys(all).map(expand))).toEqual(Object.values(all));
  });
  it('does not expand a message within itself', async () => {
    await wiki.page('MediaWiki:Circle', { text: 'round {{int:circle}}' });
    const title = wiki.titles.local('API') as Title;
    const users = createUsers(wiki.site, wiki.titles);
    const expand = await expandMessages({ ...env('en'), users, now: new Date(0), request }, [], { messages, language: 'en', title });
    expect(await expand('{{int:circle}}')).toBe('round ⧼circle⧽');
  });
});
