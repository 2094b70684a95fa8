import { readMessages } from '@wikiquery/messages';
import { defaultSite, readSite } from '@wikiquery/site';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { createUsers } from '@wikiquery/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RenderingEnv } from './context.ts';
import { renderPage } from './pages.ts';
import { ADDRESSES, active, STYLES, TAGS } from './parse/tricks.test-kit.ts';

const tags = ['ref', 'references', 'gallery', 'poem', 'nowiki', 'pre', 'indicator'];
const { namespaces } = defaultSite().info as { namespaces: Record<number, object> };
const site = readSite({
  ...defaultSite().info,
  extensions: ['Scribunto', 'ParserFunctions', 'Cite', 'Poem'].map(name => ({ name })),
  extensiontags: tags.map(name => `<${name}>`),
  namespaces: { ...namespaces, 828: { ...namespaces[10], id: 828, name: 'Module', canonical: 'Module' } },
});

/** Number of tricks on a page. */
const TOGETHER = 50;
/** Outside of CI, each form is tested with only one in this many pages. */
const SOME = 3;
const TRICKS = [...TAGS, ...STYLES.map(style => `<div style="${style}">x</div>`), ...ADDRESSES.map(address => `[${address} x]`)];
const GROUPS = Array.from({ length: Math.ceil(TRICKS.length / TOGETHER) }, (_, at) => TRICKS.slice(at * TOGETHER, (at + 1) * TOGETHER));

/** Lua module whose functions insert the tricks on page `Tricks N` into wikitext. */
const MODULE = `local function tricks(frame) return mw.loadJsonData('Tricks ' .. frame.args[1] .. '.json') end
local function each(show) return function(frame)
  local out = {}
  for _, trick in ipairs(tricks(frame)) do
    local ok, shown = pcall(show, trick, frame)
    if ok then out[#out + 1] = tostring(shown) end
  end
  return table.concat(out, '\\n\\n')
end end
return {
  plain = each(function(trick) return trick end),
  wikitext = each(function(trick, frame) return frame:preprocess(trick) end),
  argument = each(function(trick, frame) return frame:expandTemplate { title = 'Show', args = { trick } } end),
  element = each(function(trick) return mw.html.create('div'):wikitext(trick):attr('title', trick):addClass(trick):cssText(trick):css('color', trick) end),
  decoded = each(function(trick) return mw.text.decode(trick, true) end),
  encoded = each(function(trick) return mw.text.decode(mw.text.encode(mw.text.encode(trick))) end),
  released = each(function(trick, frame) return mw.text.unstripNoWiki(frame:extensionTag('nowiki', trick)) end),
  tag = each(function(trick, frame) return frame:extensionTag { name = 'ref', content = trick, args = { name = trick, group = trick } } end),
  caption = each(function(trick) return '[[File:A.png|thumb|alt=' .. trick .. '|' .. trick .. ']]' end),
  gallery = each(function(trick, frame) return frame:extensionTag { name = 'gallery', content = 'A.png|' .. trick, args = { caption = trick, style = trick } } end),
  title = each(function(trick) return mw.title.makeTitle(0, 'Main Page', trick).fullText .. ' ' .. trick .. tostring(mw.uri.fullUrl('Main Page', { a = trick })) end),
  function_ = each(function(trick, frame) return frame:callParserFunction('#tag', { 'poem', trick, class = trick }) end),
  failed = each(function(trick, frame) return frame:preprocess('{{#invoke:Show|fails|1=' .. trick .. '}}') end),
  fails = function(frame) error(frame.args[1]) end,
}`;
const FORMS = Array.from(MODULE.matchAll(/^ {2}(\w+) = each/gm), ([, name = '']) => name);

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki('sqlite', { site });
  await wiki.page('Module:Show', { text: MODULE, model: 'Scribunto' });
  await wiki.page('Template:Show', {
    text: '{{{1}}} <span title="{{{1}}}" class="{{{1}}}" style="{{{1}}}">x</span>\n{| {{{1}}}\n|+ {{{1}}}\n! {{{1}}} | {{{1}}}\n|}\n[[A|{{{1}}}]]',
  });
  await wiki.file('A.png');
  for (const [at, tricks] of GROUPS.entries()) await wiki.page(`Tricks ${at}.json`, { text: JSON.stringify(tricks), model: 'json' });
});
afterAll(() => wiki.close());

it.each(FORMS)('renders no active content from templates and modules: %s', { timeout: 120_000 }, async form => {
  const env = {
    ...{ db: wiki.db, site, titles: wiki.titles, users: createUsers(site, wiki.titles), now: new Date(), lang: 'en' },
    ...{ filesElsewhere: async () => new Map(), request: { ip: '192.0.2.1' } },
  } as unknown as RenderingEnv;
  const title = wiki.titles.local('Pier') ?? { namespace: 0, dbkey: 'Pier' };
  const page = {
    model: 'wikitext',
    title,
    language: 'en',
    isRedirect: false,
    messages: readMessages([]),
    hasEditLinks: true,
    toc: 'list',
  } as const;
  for (const at of GROUPS.keys()) {
    if (!process.env.CI && at % SOME !== FORMS.indexOf(form) % SOME) continue;
    const { html, indicators, sections } = await renderPage(env, { ...page, text: `== a ==\n{{#invoke:Show|${form}|${at}}}` });
    expect(html).not.toContain('No such module');
    expect({ at, found: active([html, ...indicators.map(([, shown]) => shown), ...sections.map(({ line }) => line)].join('')) }).toEqual({
      at,
      found: [],
    });
    // The HTML must contain more than the heading.
    expect(html.length).toBeGreaterThan(800);
  }
});
