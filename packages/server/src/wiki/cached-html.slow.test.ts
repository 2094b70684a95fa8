// Cached HTML across restarts and changes of the wiki.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { derive } from '../commands/derive.ts';
import { type Assembled, assemble } from './assemble.ts';
import { answerOf, app, keptIn, markIn, settingsWith } from './render-cache.test-kit.ts';

describe.each(engines)('cached HTML on %s', engine => {
  let wiki: TestWiki;
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wikiquery-html-'));
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

  const settings = (renderCache = path) => settingsWith(folder, wiki.url, renderCache);

  /** Servers by render cache file. The server without a file (`none`) is never restarted. */
  const servers = new Map<string, Assembled>();
  async function restart(): Promise<void> {
    const server = servers.get(path);
    servers.delete(path);
    await server?.close();
  }
  afterEach(restart);
  afterAll(async () => {
    for (const server of servers.values()) await server.close();
  });

  async function ask(params: Record<string, string>, renderCache = path) {
    const server = servers.get(renderCache) ?? (await assemble(app, settings(renderCache)));
    servers.set(renderCache, server);
    const answer = await answerOf(server, { action: 'parse', ...params });
    // The server reads the cache file as it was at the beginning of the event-loop tick.
    await setImmediate();
    return answer;
  }
  const html = async (page: string, more: Record<string, string> = {}, renderCache = path): Promise<string> =>
    (await ask({ page, prop: 'text', wrapoutputclass: '', ...more }, renderCache)).parse.text;

  async function rows(): Promise<string[]> {
    await restart();
    return keptIn(path);
  }
  async function mark(): Promise<void> {
    await restart();
    markIn(path, 'plain', 'kept');
  }
  /** Returns the HTML of a page before and after a change. HTML from the cache file contains `kept` instead of `plain`. */
  async function beforeAndAfter(page: string, change: () => Promise<unknown>): Promise<[before: string, after: string]> {
    expect(await html(page)).toContain('plain');
    await mark();
    const before = await html(page);
    await change();
    const after = await html(page);
    expect(after).toBe(await html(page, {}, 'none'));
    return [before, after];
  }
  const KEPT = expect.stringContaining('kept');
  const made = (text: string) => expect.stringMatching(new RegExp(`plain[^]*${text}|${text}[^]*plain`));

  it('is used after a restart, with the same page properties as without the cache', async () => {
    await wiki.page('Template:Note', { text: 'noted [[Nowhere]]' });
    await wiki.page('Pond', {
      text: 'plain {{Note}} [[Pond life|life]] {{#ifexist:Lake|a|b}} [[File:Gone.png|x]] <ref>r</ref>\n== One ==\n[[Category:Water|p]] [https://pond.example x] [[de:Teich]]\n== Two ==\n__NOEDITSECTION__',
    });
    await wiki.page('Pond life');
    const prop =
      'text|links|templates|categories|sections|images|externallinks|iwlinks|langlinks|properties|displaytitle|tocdata|parsewarnings';
    const first = await ask({ page: 'Pond', prop });
    expect(await rows()).toHaveLength(1);
    expect(await ask({ page: 'Pond', prop })).toEqual(first);
    expect(await ask({ page: 'Pond', prop }, 'none')).toEqual(first);
    await mark();
    expect([await html('Pond'), await html('Pond', { uselang: 'de' })]).toEqual([KEPT, made('life')]);
  });

  describe('invalidation', () => {
    it('is recomputed when the page is edited', async () => {
      await wiki.page('A', { text: 'plain one' });
      const change = () => wiki.edit('A', { text: 'plain two' });
      expect(await beforeAndAfter('A', change)).toEqual([KEPT, made('two')]);
      expect((await rows()).join()).not.toContain('one');
    });
    it('is recomputed when a template is edited or suppressed', async () => {
      await wiki.page('Template:B', { text: 'first' });
      await wiki.redirect('Template:To B', 'Template:B');
      await wiki.page('B', { text: 'plain {{To B}}' });
      let latest = 0;
      const edit = async () => {
        latest = await wiki.edit('Template:B', { text: 'second' });
      };
      expect(await beforeAndAfter('B', edit)).toEqual([KEPT, made('second')]);
      const [before, after] = await beforeAndAfter('B', () => wiki.hideRevision(latest, 1));
      expect([before, after]).toEqual([KEPT, expect.not.stringContaining('second')]);
      expect((await rows()).join()).not.toContain('second');
    });
    it('is recomputed when a linked page is created, deleted or redirected, but not when it is edited', async () => {
      await wiki.page('C', { text: 'plain [[Linked]]' });
      expect(await beforeAndAfter('C', () => wiki.page('Linked', { text: 'a' }))).toEqual([KEPT, made('href="/wiki/Linked"')]);
      await mark();
      await wiki.edit('Linked', { text: 'b' });
      expect(await html('C')).toEqual(KEPT);
      await wiki.edit('C', { text: 'plain again [[Linked]]' });
      expect(await beforeAndAfter('C', () => wiki.deletePage('Linked'))).toEqual([KEPT, made('redlink=1')]);
      await wiki.edit('C', { text: 'plain at last [[Linked]]' });
      expect(await beforeAndAfter('C', () => wiki.redirect('Linked', 'C'))).toEqual([KEPT, made('mw-redirect')]);
    });
    it('is recomputed when an interface message is created, changed or suppressed', async () => {
      await wiki.page('D', { text: 'plain\n== Heading ==\n' });
      const write = () => wiki.page('MediaWiki:Editsection', { text: 'alter' });
      expect(await beforeAndAfter('D', write)).toEqual([KEPT, made('alter')]);
      await wiki.edit('D', { text: 'plain again\n== Heading ==\n' });
      let latest = 0;
      const change = async () => {
        latest = await wiki.edit('MediaWiki:Editsection', { text: 'mend' });
      };
      expect(await beforeAndAfter('D', change)).toEqual([KEPT, made('mend')]);
      await wiki.edit('D', { text: 'plain at last\n== Heading ==\n' });
      expect(await beforeAndAfter('D', () => wiki.hideRevision(latest, 1))).toEqual([KEPT, expect.not.stringContaining('mend')]);
    });
    it('is recomputed when one of thousands of linked pages is created', async () => {
      const links = Array.from({ length: 3000 }, (_, at) => `[[Many ${at}]]`).join(' ');
      await wiki.page('Many', { text: `plain ${links}` });
      expect(await beforeAndAfter('Many', () => wiki.page('Many 2999'))).toEqual([KEPT, made('href="/wiki/Many_2999"')]);
    });
    it('is recomputed when a page is created whose existence the page or a Lua module checks', async () => {
      await wiki.page('Module:E', {
        text: 'return { say = function() return mw.title.new("Lake").exists and "lake" or "dry" end }',
        model: 'Scribunto',
      });
      await wiki.page('E', { text: 'plain {{#ifexist:Lake|here|away}} {{#invoke:E|say}}' });
      expect(await beforeAndAfter('E', () => wiki.page('Lake'))).toEqual([KEPT, made('here')]);
    });
  });

  it('is not used once the text is suppressed or the page is deleted', async () => {
    const { latest } = await wiki.page('F', { text: 'plain secret' });
    expect(await html('F')).toContain('secret');
    await wiki.hideRevision(latest, 1);
    expect((await ask({ page: 'F' })).error.code).toBe('permissiondenied');
    expect((await ask({ oldid: String(latest) })).error.code).toBe('permissiondenied');
    await wiki.page('G', { text: 'plain secret' });
    await html('G');
    await wiki.deletePage('G');
    expect((await ask({ page: 'G' })).error.code).toBe('missingtitle');
    await wiki.page('G', { text: 'plain words' });
    expect(await html('G')).toEqual(made('words'));
  });

  it('is not stored for submitted texts, sections, old revisions, and texts with times or statistics', async () => {
    const { latest } = await wiki.page('H', { text: 'old' });
    await wiki.edit('H', { text: '== a ==\nb\n' });
    await ask({ text: 'sent', title: 'H' });
    await ask({ page: 'H', section: '1' });
    await ask({ oldid: String(latest) });
    for (const [at, text] of [
      '{{CURRENTTIME}}',
      '{{NUMBEROFPAGES}}',
      '{{int:edit}}',
      '{{PROTECTIONLEVEL:edit}}',
      '{{GENDER:Ada|a|b}}',
    ].entries()) {
      await wiki.page(`I${at}`, { text });
      await ask({ page: `I${at}` });
    }
    expect(await rows()).toEqual([]);
  });

  it('is pre-rendered for all pages, and again only after changes', async () => {
    const deriving = async (...names: string[]) => {
      const writes = [vi.spyOn(process.stdout, 'write').mockReturnValue(true), vi.spyOn(process.stderr, 'write').mockReturnValue(true)];
      try {
        return await derive(app, names, settings());
      } finally {
        for (const write of writes) write.mockRestore();
      }
    };
    await wiki.page('Oak', { text: 'plain oak\n== More ==\n' });
    await wiki.page('Elm', { text: 'plain elm' });
    expect(await deriving('html', 'extracts')).toBe(0);
    await mark();
    await wiki.edit('Elm', { text: 'plain elm tree' });
    await deriving('html');
    expect([await html('Oak'), await html('Oak', { disableeditsection: '1', disabletoc: '1' }), await html('Elm')]).toEqual([
      ...[KEPT, KEPT, made('tree')],
    ]);
  });
});
