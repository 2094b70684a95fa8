import { defaultSite } from '@wikiquery/site';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import type { Question } from '../requests/modules.ts';
import type { Circle, Hoard } from './hoard.ts';

const MODULE = 828;

/** The site configuration of a new wiki with Lua modules. */
export const DESCRIPTION = {
  query: {
    namespaces: {
      ...(defaultSite().info.namespaces as Readonly<Record<number, object>>),
      [MODULE]: {
        id: MODULE,
        case: 'first-letter',
        name: 'Module',
        canonical: 'Module',
        subpages: true,
        content: false,
        nonincludable: false,
      },
    },
  },
};

/** Titles of pages that transclude or read pages with secrets. */
export const RENDERED = ['Rendered', 'Rendered by Lua', 'Template:Showing', 'Module:Teller'] as const;

const CIRCLES: readonly Circle[] = ['administrators', 'suppressors'];
const SUPPRESSED = 8;
const TEXT = 1;
const USER = 4;

/** Adds pages whose current text or last author is suppressed, deleted pages, and pages that transclude them. */
export async function renderedPages(wiki: WikiBuilder, hoard: Hoard): Promise<void> {
  for (const circle of CIRCLES) {
    const more = circle === 'suppressors' ? SUPPRESSED : 0;
    const word = (what: string) => hoard.word(`${what} that pages ask for`, circle);
    const hide = async (title: string, text: string, model = 'wikitext'): Promise<void> => {
      await wiki.page(title, { text: 'public', model, user: 'Alma' });
      await wiki.edit(title, { text, user: 'Alma', hidden: TEXT | more });
    };
    await hide(`Template:Hidden box ${circle}`, `<onlyinclude>${word('template')}</onlyinclude>`);
    await hide(`Hidden page ${circle}`, `== ${word('page')} ==\n{{DISPLAYTITLE:x}} [[Category:${word('category of a page')}]]`);
    await hide(`MediaWiki:Hidden message ${circle}`, word('message'));
    await hide(`Module:Hidden data ${circle}`, `return { word = '${word('module')}' }`, 'Scribunto');
    await hide(`Hidden ${circle}.json`, JSON.stringify({ word: word('data') }), 'json');
    // The target of a redirect is public in the link tables.
    await hide(`Hidden redirect ${circle}`, `#REDIRECT [[Village]] ${word('redirect')}`);
    await wiki.page(`Hidden author ${circle}`, { text: 'public', user: 'Admin' });
    await wiki.edit(`Hidden author ${circle}`, { text: 'by somebody', user: hoard.either(circle, 'Alma', 'Bert'), hidden: USER | more });
  }
  for (const [title, model] of [
    ['Template:Deleted box', 'wikitext'],
    ['Module:Deleted data', 'Scribunto'],
  ] as const) {
    await wiki.page(title, { text: `return { word = '${hoard.textOfKnownHash('text of a deleted page', 'administrators')}' }`, model });
    await wiki.deletePage(title);
  }
  await wiki.page('Module:Teller', { text: TELLER, model: 'Scribunto' });
  await wiki.page('Template:Showing', { text: '{{ {{{1}}} }}' });
  await wiki.page('Rendered', { text: probes().join('\n\n') });
  await wiki.page('Rendered by Lua', { text: luaProbes().join('\n\n') });
  for (const title of ['Rendered', 'Rendered by Lua'])
    for (const circle of CIRCLES) {
      await wiki.template(title, `Template:Hidden box ${circle}`);
      await wiki.template(title, `Module:Hidden data ${circle}`);
      await wiki.image(title, `File:Deleted ${circle}.png`);
    }
}

/** Returns the titles of pages with secrets. */
const withSomethingHidden = (): string[] => [
  ...CIRCLES.flatMap(circle =>
    ['Template:Hidden box', 'Hidden page', 'MediaWiki:Hidden message', 'Module:Hidden data', 'Hidden redirect', 'Hidden author'].map(
      title => `${title} ${circle}`,
    ),
  ),
  ...CIRCLES.map(circle => `Hidden ${circle}.json`),
  ...['Template:Deleted box', 'Module:Deleted data', 'Gone for good', 'User:Gone for good', 'Town'],
];

/** Returns wikitext that would reveal secrets if it were rendered with too many rights. */
const probes = (): string[] => [
  ...withSomethingHidden().flatMap(title => [
    `{{:${title}}}`,
    `{{msgnw::${title}}}`,
    `{{Showing|:${title}}}`,
    `{{REVISIONUSER:${title}}} {{REVISIONTIMESTAMP:${title}}} {{PAGESIZE:${title}}} {{PROTECTIONLEVEL:edit|${title}}}`,
    `{{#ifexist:${title}|there|not there}} [[${title}]]`,
  ]),
  ...CIRCLES.flatMap(circle => [
    `{{int:Hidden message ${circle}}} {{MediaWiki:Hidden message ${circle}}}`,
    `{{filepath:Deleted ${circle}.png}} [[File:Deleted ${circle}.png|thumb|x]] [[Media:Deleted ${circle}.png]]`,
    `<gallery>\nDeleted ${circle}.png|{{Hidden box ${circle}}}\n</gallery>`,
    `<ref>{{Hidden box ${circle}}}</ref>`,
  ]),
  '{{NUMBEROFUSERS}} {{NUMBERINGROUP:bot}} {{NUMBEROFEDITS}}',
];

/** Returns wikitext that probes for guessed titles and names. */
const guessing = ({ titles, users }: Hoard['guesses']): string[] => [
  ...titles.map(title => `{{#ifexist:${title}|there|not there}} [[${title}]] {{:${title}}}`),
  ...users.map(name => `{{gender:${name}|m|f|n}} [[User:${name}]]`),
];

const luaProbes = (): string[] => withSomethingHidden().map(title => `{{#invoke:Teller|tell|${title}}}`);

/** A Lua module that prints everything that Lua can read about a page. */
const TELLER = `
local p = {}
function p.tell(frame)
  local name = frame.args[1]
  local said = {}
  local function try(what, f)
    local ok, value = pcall(f)
    said[#said + 1] = what .. '=' .. tostring(value)
  end
  local title = mw.title.new(name)
  try('content', function() return title:getContent() end)
  try('field', function() return title.content end)
  try('redirect', function() return title.redirectTarget.prefixedText end)
  try('exists', function() return title.exists end)
  try('id', function() return mw.title.new(title.id):getContent() end)
  try('file', function() return title.fileExists end)
  try('protection', function() return title.protectionLevels.edit[1] end)
  try('categories', function() return title.categories[1] end)
  try('data', function() return mw.loadData(name).word end)
  try('require', function() return require(name).word end)
  try('json', function() return mw.loadJsonData(name).word end)
  try('preprocess', function() return frame:preprocess('{{:' .. name .. '}}') end)
  try('template', function() return frame:expandTemplate { title = ':' .. name } end)
  try('message', function() return mw.message.new(title.text):plain() end)
  try('function', function() return frame:callParserFunction('REVISIONUSER', name) end)
  try('child', function() return frame:newChild { title = name }:preprocess('{{:' .. name .. '}}') end)
  return table.concat(said, ' ')
end
return p
`;

/** Names and IDs that an attacker has or guesses. */
interface KnownNames {
  readonly titles: readonly string[];
  readonly revisions: readonly number[];
  readonly guesses: Readonly<Record<'numbers' | 'texts' | 'timestamps' | 'titles' | 'users', string[]>>;
}

/** Returns requests for rendering actions: about all pages, revisions and revealing texts. */
export function* renderings({ titles, revisions, guesses }: KnownNames): Generator<Question> {
  const hidden = withSomethingHidden();
  for (const page of new Set([...titles, ...hidden])) {
    yield { action: 'parse', page, prop: EVERYTHING, redirects: '1' };
    yield { action: 'parse', page, prop: 'text|wikitext|parsetree', section: '1' };
    yield { action: 'parse', title: page, text: `{{:${page}}} {{REVISIONUSER}}`, contentmodel: 'wikitext', pst: '1' };
    yield { action: 'compare', fromtitle: page, totitle: 'Town', prop: COMPARED };
    yield { action: 'compare', fromtitle: page, torelative: 'prev', prop: COMPARED };
    yield { action: 'compare', fromtitle: page, toslots: 'main', 'totext-main': 'new', 'tosection-main': '1', prop: COMPARED };
    yield { titles: page, prop: 'extracts', exintro: '1', explaintext: '1' };
    yield { titles: page, prop: 'extracts' };
  }
  for (const revision of revisions.map(String)) {
    yield { action: 'parse', oldid: revision, prop: EVERYTHING };
    for (const torelative of ['prev', 'next', 'cur']) yield { action: 'compare', fromrev: revision, torelative, prop: COMPARED };
    yield { action: 'compare', fromrev: revision, torev: String(revisions[0]), prop: COMPARED, difftype: 'unified' };
    yield {
      action: 'expandtemplates',
      text: '{{REVISIONUSER}} {{REVISIONTIMESTAMP}} {{REVISIONSIZE}}',
      revid: revision,
      title: 'Town',
      prop: EXPANDED,
    };
    yield { revids: revision, prop: 'extracts', explaintext: '1' };
  }
  const texts = [...probes(), ...guessing(guesses), ...luaProbes()];
  for (const text of texts) {
    yield { action: 'parse', text, contentmodel: 'wikitext', prop: EVERYTHING };
    yield { action: 'parse', text: `${text}\n${text.replaceAll('{{', '{{subst:')}`, contentmodel: 'wikitext', pst: '1', onlypst: '1' };
    yield { action: 'expandtemplates', text, title: 'Town', prop: EXPANDED };
    yield {
      action: 'compare',
      fromtitle: 'Town',
      toslots: 'main',
      'totext-main': text.replaceAll('{{', '{{subst:'),
      topst: '1',
      prop: COMPARED,
    };
  }
}

const EVERYTHING =
  'text|langlinks|categories|categorieshtml|links|templates|images|externallinks|sections|revid|displaytitle|iwlinks|properties|wikitext|parsetree|headhtml|subtitle|parsewarnings';
const COMPARED = 'diff|diffsize|rel|ids|title|user|comment|parsedcomment|size|timestamp';
const EXPANDED = 'wikitext|categories|properties|volatile|ttl|parsetree';
