import { readFileSync } from 'node:fs';
import { readMessages } from '@wikiquery/messages';
import { pageContext, type RenderingEnv } from '@wikiquery/rendering';
import { readSite } from '@wikiquery/site';
import { engines, openWiki, type Wiki } from '@wikiquery/testing';
import { createUsers } from '@wikiquery/users';
import { type Expansion, expansionOf } from '@wikiquery/wikitext';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTACKS, ESCAPES } from './attacks.test-kit.ts';
import { pages, RUNS, resultsOf } from './cases.test-kit.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`./recorded/${name}`, import.meta.url), 'utf8'));
const modelOf = (title: string): string => (title.startsWith('Module:') ? 'Scribunto' : title.endsWith('.json') ? 'json' : 'wikitext');

/** What a text comes to on a page of a wiki. */
async function expansionIn(wiki: Wiki, text: string): Promise<Expansion> {
  const request = { ip: '192.0.2.1', signal: new AbortController().signal };
  const users = createUsers(wiki.site, wiki.titles);
  const env = {
    db: wiki.db,
    site: wiki.site,
    titles: wiki.titles,
    users,
    now: new Date(),
    lang: 'en',
    filesElsewhere: async () => new Map(),
    request,
  };
  const title = wiki.titles.local('Project:Lua/x') ?? { namespace: 0, dbkey: 'X' };
  return expansionOf(text, await pageContext(env as unknown as RenderingEnv, { title, messages: readMessages([]) }));
}

describe.each(engines)('modules of Lua on %s', engine => {
  let wiki: Wiki;
  beforeAll(async () => {
    wiki = await openWiki(engine, { site: readSite(read('site.json')) });
    await wiki.user('Admin', { groups: ['sysop', 'suppress'] });
    for (const [title, text] of pages) {
      if (title === 'Lua redirect') await wiki.redirect(title, 'Main Page');
      else await wiki.page(title, { text, model: modelOf(title) });
    }
    await wiki.page('Module:Warner', {
      model: 'Scribunto',
      text: `return {
  warn = function(frame) mw.addWarning(frame.args[1]) return '' end,
  code = function() return mw.language.getContentLanguage().code .. ' ' .. mw.language.new('de').code end,
  extended = function() return tostring(mw.uri.new('http://a.example/'):extend { b = 1 }) end,
}`,
    });
    await wiki.page('Module:Attack', { text: ATTACKS, model: 'Scribunto' });
    await wiki.page('Module:Escape', { text: ESCAPES, model: 'Scribunto' });
    await wiki.page('Module:Text', { text: 'return { f = function() return 1 end }', model: 'wikitext' });
    const hidden = await wiki.page('Module:Hidden', {
      text: 'return { f = function() return "secret" end, secret = 1 }',
      model: 'Scribunto',
    });
    await wiki.hideRevision(hidden.latest, 1);
    const page = await wiki.page('Hidden page', { text: 'secret' });
    await wiki.hideRevision(page.latest, 1);
    await wiki.page('Module:Reader', {
      model: 'Scribunto',
      text: `return {
  content = function() return tostring(mw.title.new('Hidden page'):getContent()) .. tostring(mw.title.new('Hidden page').exists) end,
  require = function() return tostring(pcall(require, 'Module:Hidden')) end,
  data = function() return tostring(pcall(mw.loadData, 'Module:Hidden')) end,
  template = function(frame) return tostring(pcall(function() return frame:expandTemplate{ title = ':Hidden page' } end)) end,
  same = function() return tostring(mw.loadData('Module:Lua data') == mw.loadData('Module:Lua data')) end,
  none = 1,
}`,
    });
  });
  afterAll(() => wiki.close());

  const expansion = (text: string) => expansionIn(wiki, text);
  const expand = async (text: string): Promise<string> => (await expansion(text)).text;

  it('come to what they come to in MediaWiki', async () => {
    const recorded = read('results.json') as readonly (readonly string[])[];
    const texts: string[] = [];
    for (const run of RUNS) texts.push(await expand(run));
    const results = resultsOf(texts.join('\n'));
    const different = recorded.flatMap((values, i) =>
      values.flatMap((value, k) => (results[i]?.[k] === value ? [] : [`${i + 1}.${k + 1} ${value} ${results[i]?.[k]}`])),
    );
    // What the software says of an ellipsis, markers of what is taken out of a text, and a key that PHP orders.
    expect(different.slice(Math.floor(recorded.flat().length * 0.015))).toEqual([]);
  });

  it('say what is wrong as MediaWiki does, and put the page into a category', async () => {
    const said = async (text: string) => (await expand(text)).replaceAll(/<[^>]*>/g, '');
    expect(await expand('{{#invoke:Lua lib|fails}}')).toMatch(
      /^<strong class="error"><span class="scribunto-error mw-scribunto-error-\w{8}">Lua error in Module:Lua_lib at line 4: it fails\.<\/span><\/strong>$/,
    );
    expect(await said('{{#invoke:Nope|f}}')).toBe('Script error: No such module &quot;Nope&quot;.');
    expect(await said('{{#invoke:Text|f}}')).toBe('Script error: No such module &quot;Text&quot;.');
    expect(await said('{{#invoke:Lua lib|nope}}')).toBe('Script error: The function &quot;nope&quot; does not exist.');
    expect(await said('{{#invoke:Lua lib}}{{#invoke:}}')).toBe('Script error: You must specify a function to call.'.repeat(2));
    expect(await said('{{#invoke:Lua lib|value}}')).toBe('Script error: &quot;value&quot; is not a function.');
    expect(await said('{{#invoke:Lua nil|x}}')).toBe(
      'Script error: The module returned a nil value. It is supposed to return an export table.',
    );
    expect(await said('{{#iferror:{{#invoke:Lua lib|fails}}|error|fine}}')).toBe('error');
    expect((await expansion('{{#invoke:Nope|f}}')).limits).toEqual(['scribunto-common-error-category']);
    expect((await expansion('{{#invoke:Lua lib|main|a|b=c}}')).limits).toEqual([]);
    expect((await expansion('{{#invoke:Lua lib|main|a|b=c}}')).included).toEqual([{ namespace: 828, dbkey: 'Lua_lib' }]);
  });

  it('tell whoever edits the page what they want to', async () => {
    expect((await expansion("{{#invoke:Warner|warn|''late''}}")).warnings).toEqual([['scribunto-lua-warning', "''late''"]]);
    expect(await expand('{{#invoke:Warner|code}} {{#invoke:Warner|extended}}')).toBe('en de http://a.example/?b=1');
  });

  it('see nothing that is hidden, whoever asks', async () => {
    const texts = ['content', 'require', 'data', 'template'].map(name => `{{#invoke:Reader|${name}}}`).join('|');
    const told = await expand(`${texts}|{{#invoke:Hidden|f}}`);
    expect(told).toContain('niltrue|false|false|false');
    expect(told).toContain('No such module');
    expect(told).not.toContain('secret');
  });

  it('find no way out, and nothing of each other', async () => {
    const found = async (name: string) => (await expand(`{{#invoke:Escape|${name}}}`)).trim();
    expect(await found('functions')).toMatch(/^nil( nil)*$/);
    expect(await found('members')).toMatch(/^nil( nil)*$/);
    expect(await found('strings')).toMatch(/^false .*A$/s);
    expect(await found('dump')).toMatch(/^false /);
    expect(await found('globals')).toBe('false true nil nil');
    expect(await found('libraries')).toBe(Array(8).fill('false').join(' '));
    expect(await found('titles')).toBe('false');
    expect(await found('trace')).toBe('nil');
    expect(await expand('{{#invoke:Escape|leave}} {{#invoke:Escape|find}}')).toBe('left A b nil nil nil nil');
  });

  it('are not known where the wiki does not have them', async () => {
    const without = await openWiki('sqlite');
    const { text } = await expansionIn(without, '{{#invoke:Nope|f}}');
    await without.close();
    expect(text).toBe('{{#invoke:Nope|f}}');
  });
});

const ENDLESS = new Set([
  'loop',
  'loop_in_pcall',
  'loop_of_an_error',
  'backtracking',
  'backtracking_of_letters',
  'memory_in_pcall',
  'depth_in_pcall',
  'expansions',
]);
const names = Array.from(ATTACKS.matchAll(/^function p\.(\w+)/gm), ([, name = '']) => name);

describe('modules that want too much', () => {
  let wiki: Wiki;
  beforeAll(async () => {
    wiki = await openWiki('sqlite', { site: readSite(read('site.json')) });
    await wiki.page('Module:Attack', { text: ATTACKS, model: 'Scribunto' });
  });
  afterAll(() => wiki.close());
  const expand = async (text: string): Promise<string> => (await expansionIn(wiki, text)).text;

  // Those without an end take all the time that there is.
  it.each(names.filter(name => process.env.CI || !ENDLESS.has(name) || name === 'loop_in_pcall' || name === 'backtracking'))(
    'end: %s',
    async name => {
      const told = await expand(`{{#invoke:Attack|${name}}}`).catch((error: unknown) => String(error));
      expect(told).toMatch(/error|timeout|seconds|has expired|Too deep/i);
      expect(await expand('{{#invoke:Attack|depth}}')).toContain('stack overflow');
    },
  );
});
