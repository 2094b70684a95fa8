import { readMessages } from '@wikiquery/messages';
import { defaultSite, readSite } from '@wikiquery/site';
import { engines, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { createUsers } from '@wikiquery/users';
import { expandTemplates } from '@wikiquery/wikitext';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageContext, type RenderingEnv } from './context.ts';

const { namespaces } = defaultSite().info as { namespaces: Record<number, object> };
const site = readSite({
  ...defaultSite().info,
  extensions: [{ name: 'Scribunto' }],
  namespaces: { ...namespaces, 828: { ...namespaces[10], id: 828, name: 'Module', canonical: 'Module' } },
});

/** Expands a text on the page `Pier`. */
async function expandIn({ db, site, titles }: WikiBuilder, text: string): Promise<string> {
  const env = {
    ...{ db, site, titles, users: createUsers(site, titles), now: new Date(), lang: 'en' },
    ...{ filesElsewhere: async () => new Map(), request: { ip: '192.0.2.1', signal: new AbortController().signal } },
  } as unknown as RenderingEnv;
  return expandTemplates(text, await pageContext(env, { title: { namespace: 0, dbkey: 'Pier' }, messages: readMessages([]) }));
}

/** Tests the database reads of Lua modules. Package `lua` tests the Lua libraries themselves. */
describe.each(engines)('Lua modules on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine, { site });
    await wiki.user('Admin', { groups: ['sysop', 'suppress'] });
    await wiki.page('Module:Reader', {
      model: 'Scribunto',
      text: `local p = {}
local function list(...) local out = {} for i = 1, select('#', ...) do out[i] = tostring((select(i, ...))) end return table.concat(out, ' ') end
function p.content(frame) return tostring(mw.title.new(frame.args[1]):getContent()) end
function p.require() return list(pcall(require, 'Module:Secret')) end
function p.data() return list(pcall(mw.loadData, 'Module:Secret')) end
function p.template(frame) return list(pcall(function() return frame:expandTemplate{ title = ':Secret page' } end)) end
function p.title(frame) local t = mw.title.new(frame.args[1]) return list(t.exists, t.id, t.isRedirect, t.redirectTarget, t.contentModel) end
function p.protection(frame) return list(mw.title.new(frame.args[1]).protectionLevels.edit[1]) end
function p.category() local s = mw.site.stats.pagesInCategory('Piers', '*') return list(s.all, s.pages, s.subcats, s.files) end
function p.users() return list(mw.site.stats.usersInGroup('sysop'), mw.site.stats.users, mw.site.stats.admins) end
return p`,
    });
  });
  afterAll(() => wiki?.close());
  const invoke = (name: string, ...args: string[]): Promise<string> => expandIn(wiki, `{{#invoke:${['Reader', name, ...args].join('|')}}}`);

  it('Lua modules read pages, their protection, categories and statistics', async () => {
    const target = await wiki.page('Harbour', { text: "The ''harbour''" });
    await wiki.redirect('Haven', 'Harbour');
    await wiki.protect('Harbour', { edit: 'sysop' });
    for (const title of ['Harbour', 'Category:Old piers']) await wiki.category(title, 'Piers');
    expect(await invoke('content', 'Harbour')).toBe("The ''harbour''");
    expect(await invoke('content', 'Nowhere')).toBe('nil');
    expect(await invoke('title', 'Harbour')).toBe(`true ${target.id} false false wikitext`);
    expect(await invoke('title', 'Haven')).toMatch(/^true \d+ true Harbour wikitext$/);
    expect(await invoke('title', 'Nowhere')).toBe('false 0 false false wikitext');
    expect([await invoke('protection', 'Harbour'), await invoke('protection', 'Haven')]).toEqual(['sysop', 'nil']);
    expect(await invoke('category')).toBe('2 1 1 0');
    expect(await invoke('users')).toBe('1 1 1');
  });

  it('Lua modules read no suppressed or deleted revisions, regardless of the rights of the client', async () => {
    const module = await wiki.page('Module:Secret', {
      text: 'return { f = function() return "secret" end, secret = 1 }',
      model: 'Scribunto',
    });
    await wiki.hideRevision(module.latest, 1);
    const page = await wiki.page('Secret page', { text: 'secret' });
    await wiki.hideRevision(page.latest, 1);
    expect(await invoke('content', 'Secret page')).toBe('nil');
    expect(await invoke('title', 'Secret page')).toBe(`true ${page.id} false false wikitext`);
    for (const name of ['require', 'data', 'template']) expect(await invoke(name)).toMatch(/^false (?!.*secret)/);
    expect(await expandIn(wiki, '{{#invoke:Secret|f}}')).toContain('No such module');
  });

  it('#invoke is unknown to a wiki without Scribunto', async () => {
    const without = await openWiki(engine);
    const text = '{{#invoke:Reader|users}}';
    expect(await expandIn(without, text).finally(() => without.close())).toBe(text);
  });
});
