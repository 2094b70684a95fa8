// Cached extracts across restarts and changes of the wiki.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostConfiguration } from '@wikiquery/core/host';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { derive } from '../commands/derive.ts';
import { StartError } from '../start-error.ts';
import { type Assembled, assemble } from './assemble.ts';
import { answerOf, app, keptIn, markIn, settingsWith } from './render-cache.test-kit.ts';

describe.each(engines)('a cached extract on %s', engine => {
  let wiki: TestWiki;
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wikiquery-renderings-'));
    wiki = await openWiki(engine);
  });
  afterAll(async () => {
    await wiki.close();
    await rm(folder, { recursive: true, force: true });
  });
  let count = 0;
  beforeEach(() => {
    path = join(folder, `${++count}.renderings`);
  });

  /** Runs `work` with a new server. All servers of a test have the same render cache file. */
  async function serving<T>(
    work: (extract: (title: string) => Promise<string | undefined>) => Promise<T>,
    configuration: Partial<HostConfiguration> = {},
  ): Promise<T> {
    const settings = settingsWith(folder, wiki.url, path, { wiki: configuration });
    const assembled: Assembled = await assemble(app, settings);
    try {
      return await work(async title => {
        const asked = { action: 'query', prop: 'extracts', exintro: '1', explaintext: '1', titles: title };
        return (await answerOf(assembled, asked)).query.pages[0].extract;
      });
    } finally {
      await assembled.close();
    }
  }
  const once = (title: string) => serving(extract => extract(title));

  const rows = (): string[] => keptIn(path);
  const mark = (text: string, by: string): void => markIn(path, text, by);

  it('is read from the file after a restart, and recomputed for another revision of the page', async () => {
    await wiki.page('Heron', { text: 'Herons are birds.' });
    expect(await once('Heron')).toBe('Herons are birds.');
    mark('birds', 'kept birds');
    expect(await once('Heron')).toBe('Herons are kept birds.');
    await wiki.edit('Heron', { text: 'Herons are long-legged birds.' });
    expect(await once('Heron')).toBe('Herons are long-legged birds.');
  });

  it('is not used once its text or a template is suppressed, and is deleted from the file', async () => {
    await wiki.page('Template:Secret', { text: 'whisper' });
    const page = await wiki.page('Page', { text: 'It says {{Secret}}.' });
    expect([await once('Page'), rows().some(row => row.includes('whisper'))]).toEqual(['It says whisper.', true]);
    await wiki.edit('Template:Secret', { text: 'nothing' });
    expect([await once('Page'), rows().join()]).toEqual(['It says nothing.', expect.not.stringContaining('whisper')]);
    const secret = await wiki.edit('Template:Secret', { text: 'whisper again' });
    expect(await once('Page')).toBe('It says whisper again.');
    await wiki.hideRevision(secret, 1);
    expect([await once('Page'), rows().join()]).toEqual([expect.not.stringContaining('whisper'), expect.not.stringContaining('whisper')]);
    await wiki.edit('Template:Secret', { text: 'open' });
    expect(await once('Page')).toBe('It says open.');
    await wiki.hideRevision(page.latest, 1);
    expect([await once('Page'), rows().join()]).toEqual(['', expect.not.stringContaining('It says')]);
  });

  it('is recomputed when a template is deleted, or when a page is created whose existence the text checks', async () => {
    await wiki.page('Template:Box', { text: 'boxed' });
    await wiki.page('Ship', { text: 'A {{Box}} {{#ifexist:Harbour|here|away}} ship.' });
    expect(await once('Ship')).toBe('A boxed away ship.');
    await wiki.page('Harbour');
    expect(await once('Ship')).toBe('A boxed here ship.');
    await wiki.deletePage('Template:Box');
    expect(await once('Ship')).toBe('A Template:Box here ship.');
    await wiki.deletePage('Ship');
    expect(await once('Ship')).toBeUndefined();
  });

  it('is not stored for texts with times or statistics', async () => {
    await wiki.page('Now', { text: 'It is {{CURRENTTIMESTAMP}}, with {{NUMBEROFPAGES}} pages.' });
    await once('Now');
    expect(rows()).toEqual([]);
  });

  it('is shared by concurrent servers, but not with a differently configured wiki', async () => {
    await wiki.page('Reed', { text: 'Reed is {{SITENAME}}.' });
    await serving(async first => {
      await first('Reed');
      await vi.waitFor(() => expect(rows().join()).toContain('Reed is'), { timeout: 20_000 });
      mark('Reed is', 'Reed was');
      await serving(async second => expect(await second('Reed')).toMatch(/^Reed was/));
      await serving(async other => expect(await other('Reed')).toMatch(/^Reed is/), { activeUserDays: 7 });
    });
    expect(rows()).toHaveLength(2);
  });

  it('is pre-rendered for all pages, and again only after changes', async () => {
    const settings = settingsWith(folder, wiki.url, path);
    const deriving = async (...names: string[]) => {
      const writes = [vi.spyOn(process.stdout, 'write').mockReturnValue(true), vi.spyOn(process.stderr, 'write').mockReturnValue(true)];
      try {
        return await derive(app, names, settings);
      } finally {
        for (const write of writes) write.mockRestore();
      }
    };
    await wiki.page('Oak', { text: "An '''oak''' is a tree.\n== More ==\nAcorns." });
    await wiki.page('Elm', { text: 'An elm is a tree.' });
    expect(await deriving('extracts')).toBe(0);
    const of = (title: string) => rows().filter(row => row.includes(`"0:${title}"`));
    const ofOak = new Set(of('Oak').map(row => JSON.parse(row)[0]));
    expect(ofOak).toEqual(new Set(['<p>An <b>oak</b> is a tree.\n</p>', 'An oak is a tree.']));
    mark('oak is', 'oak was');
    mark('elm is', 'elm was');
    await wiki.edit('Elm', { text: 'An elm is a large tree.' });
    await deriving('extracts');
    await serving(async extract => {
      expect([await extract('Oak'), await extract('Elm')]).toEqual(['An oak was a tree.', 'An elm is a large tree.']);
    });
    await expect(deriving('links')).rejects.toThrow(StartError);
  });
});
