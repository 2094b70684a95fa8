import { type Shape, shapes } from './shape.ts';

/** Returns a function that makes a Lua module with `f(frame, n)`. `n` is the size, to which a comment pads the module. */
const module =
  (body: string): Shape['make'] =>
  size => {
    const source = `local p = {}\nlocal function f(frame, n) ${body} end\nfunction p.main(frame) return f(frame, ${size}) end\nreturn p\n--`;
    return source + 'x'.repeat(Math.max(0, size - source.length));
  };

/** Lua modules whose work grows with the size. */
export const MODULES = shapes('module', {
  // Time
  'a loop': module('while true do end'),
  'a loop in pcall': module('while true do pcall(function() while true do end end) end'),
  'a loop in xpcall and its handler': module('while true do xpcall(error, function() while true do end end) end'),
  'a loop of a metamethod': module("return setmetatable({}, { __tostring = function() while true do end end }) .. ''"),
  'a loop of a comparison': module('local t = {} for i = 1, n do t[i] = i % 7 end table.sort(t, function() return true end) return #t'),
  'a loop of gsub': module("return (('x'):rep(n):gsub('x', function() while true do end end))"),
  'sums in a row': module('local s = 0 for i = 1, n * 100 do s = s + i end return s'),
  // Patterns
  'a pattern that goes back': module("return string.match(('a'):rep(n), ('a-'):rep(20) .. 'b')"),
  'groups that go back': module("return string.match(('a'):rep(n), ('(a*)'):rep(20) .. 'b')"),
  'a gsub that goes back': module("return #(('a'):rep(n):gsub('a*b', ''))"),
  'a gmatch that goes back': module("local c = 0 for _ in ('a'):rep(n):gmatch('.-b') do c = c + 1 end return c"),
  'balanced patterns': module("return string.find(('('):rep(n), '%b()')"),
  frontiers: module("return #(('a '):rep(n):gsub('%f[%w]%w+', ''))"),
  'letters that go back': module("return mw.ustring.match(('ä'):rep(n), ('ä-'):rep(20) .. 'b')"),
  'a gsub of letters that goes back': module("return #(mw.ustring.gsub(('ä'):rep(n), 'ä*b', ''))"),
  'a gsub of each letter': module("return #(mw.ustring.gsub(('ä'):rep(n), '.', '%0%0'))"),
  'a gsub of each letter by a function': module("return #(mw.ustring.gsub(('ä'):rep(n), '.', function(c) return c .. c end))"),
  'a gmatch of letters': module("local c = 0 for _ in mw.ustring.gmatch(('ä '):rep(n), '%w+') do c = c + 1 end return c"),
  'balanced letters': module("return mw.ustring.find(('('):rep(n), '%b()')"),
  // Texts
  'a text of a thousand times the size': module("return #(('x'):rep(n * 1000))"),
  'texts that double': module("local s = 'x' while true do s = s .. s end"),
  'texts that grow by one': module("local s = '' for i = 1, n do s = s .. 'x' end return #s"),
  'large texts in pcall': module(
    'local t = {} while true do local ok, r = pcall(string.rep, "x", 1e6) if ok then t[#t + 1] = r .. #t end end',
  ),
  'a format with widths': module("return #(string.format(('%99d'):rep(n / 10), 1))"),
  'a concatenation': module("local t = {} for i = 1, n * 10 do t[i] = 'x' end return #table.concat(t, ',')"),
  'letters of a text, one by one': module("local s, c = ('ä'):rep(n), 0 for i = 1, n do c = c + mw.ustring.codepoint(s, i) end return c"),
  'parts of a text of letters': module("local s, c = ('ä'):rep(n), 0 for i = 1, n do c = c + #mw.ustring.sub(s, i, i) end return c"),
  'letters by their numbers': module(
    'local t = {} for i = 1, 7000 do t[i] = 228 end for i = 1, n / 100 do mw.ustring.char(unpack(t)) end return 1',
  ),
  'accents to be put in order': module("return #mw.ustring.toNFD(('\\204\\129\\204\\150'):rep(n))"),
  'accents to be joined': module("return #mw.ustring.toNFC('a' .. ('\\204\\150\\204\\129\\204\\167'):rep(n))"),
  'upper and lower case': module("local s = ('ä'):rep(n) for i = 1, 20 do s = mw.ustring.lower(mw.ustring.upper(s)) end return #s"),
  'a split by nothing': module("return #mw.text.split(('ä'):rep(n), '')"),
  'a split by commas': module("return #mw.text.split(('a,'):rep(n), ',')"),
  'a split that goes back': module("return #mw.text.split(('a'):rep(n), 'a*b')"),
  'a text of blanks to trim': module("return #mw.text.trim((' '):rep(n) .. 'a' .. (' '):rep(n))"),
  'entities to decode': module("return #mw.text.decode(('&amp;&#65;&eacute;'):rep(n), true)"),
  'characters to encode': module("return #mw.text.encode(('<&>'):rep(n))"),
  'characters that are nowiki': module("return #mw.text.nowiki(('[[{{'):rep(n))"),
  'marks to take out': module("return #mw.text.killMarkers(('\\127\\'\"`UNIQ-'):rep(n))"),
  'JSON in JSON': module("return #tostring(mw.text.jsonDecode(('['):rep(n) .. (']'):rep(n)))"),
  'JSON of a long list': module("return #mw.text.jsonDecode('[' .. ('1,'):rep(n) .. '1]')"),
  'tables as JSON': module('local t = {} for i = 1, n do t[i] = { i } end return #mw.text.jsonEncode(t)'),
  'tables in tables as JSON': module('local t = {} for i = 1, n do t = { t } end return #mw.text.jsonEncode(t)'),
  'hashes of a text': module("local s = ('x'):rep(n) for i = 1, 20 do mw.hash.hashValue('sha512', s) end return 1"),
  // Tables
  'tables without end': module('local t, i = {}, 0 while true do i = i + 1 t[i] = { i } end'),
  'a table in itself to copy': module('local t = {} t.t = t return tostring(mw.clone(t) ~= nil)'),
  'tables in tables to copy': module('local t = {} for i = 1, n do t = { t } end return tostring(mw.clone(t) ~= nil)'),
  'a table of keys': module("local t = {} for i = 1, n * 10 do t['k' .. i] = i end return 1"),
  'an unpacked table': module('local t = {} for i = 1, n do t[i] = i end return select("#", unpack(t))'),
  'a table dumped': module('local t = {} for i = 1, n do t[i] = { i } end return #mw.dumpObject(t)'),
  // Depth
  'a function in itself': module('local function g(i) return 1 + g(i + 1) end return g(1)'),
  'a function in itself, in pcall': module('local function g(i) pcall(g, i + 1) g(i + 1) end g(1)'),
  'an index that asks for the next': module('local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) return t[1]'),
  'parentheses of the source': size => `local p = {} function p.main() return ${'('.repeat(size / 2)}1${')'.repeat(size / 2)} end return p`,
  'tables of the source': size => `local p = ${'{'.repeat(size / 2)}${'}'.repeat(size / 2)} return p`,
  'functions of the source': size => `local p = {} ${'function p.main() return 1 end '.repeat(size / 31)} return p`,
  'sums of the source': size => `local p = {} function p.main() return 1${'+1'.repeat(size / 2)} end return p`,
  'a source not closed': size => `return ${'{ function() '.repeat(size / 13)}`,
  // Frames
  'wikitext without end': module("while true do frame:preprocess('{{uc:a}}') end"),
  'wikitext that doubles': module("return #frame:preprocess(('{{Double|'):rep(30) .. ('x'):rep(n) .. ('}}'):rep(30))"),
  'a module in itself': module("return frame:preprocess('{{#invoke:Attack|main}}{{#invoke:Attack|main}}')"),
  'frames without end': module('while true do frame:newChild { args = { 1 } } end'),
  'templates that ask for themselves': module("for i = 1, n do frame:expandTemplate { title = 'Loop' } end return 1"),
  'a template with arguments': module(
    "local t = {} for i = 1, n do t[i] = 'x' end return #frame:expandTemplate { title = 'Double', args = t }",
  ),
  'functions of wikitext': module("for i = 1, n do frame:callParserFunction('padleft', 'x', 500, 'y') end return 1"),
  'genders of names': module("for i = 1, n do frame:callParserFunction('gender', 'User' .. i, 'a', 'b') end return 1"),
  'the gender of a long name': module("return frame:callParserFunction('gender', ('x'):rep(n * 10), 'a', 'b')"),
  messages: module("for i = 1, n do frame:callParserFunction('int', 'm' .. i) end return 1"),
  'a long message': module("return frame:callParserFunction('int', ('m'):rep(n * 10))"),
  'tags of wikitext': module("for i = 1, n do frame:extensionTag('nowiki', ('x'):rep(100)) end return 1"),
  'a text of templates': module("return ('{{Double|x}}'):rep(n)"),
  'a text of links': module("return ('[[a]]'):rep(n)"),
  // Pages
  'pages to read': module("for i = 1, n do local _ = mw.title.new('X' .. i):getContent() end return 1"),
  'a page to read again and again': module("local t = mw.title.new('Main Page') for i = 1, n do t:getContent() end return 1"),
  'titles to make': module("for i = 1, n do mw.title.new('X' .. i) end return 1"),
  'a long title': module("return tostring(mw.title.new(('x'):rep(n)))"),
  'pages that exist or not': module("local c = 0 for i = 1, n do if mw.title.new('X' .. i).exists then c = c + 1 end end return c"),
  'modules in modules': module("for i = 1, n do pcall(require, 'Module:X' .. i) end return 1"),
  'itself as data': module("return mw.loadData('Module:Attack').x"),
  addresses: module("for i = 1, n do tostring(mw.uri.new('http://example.org/?a=' .. i)) end return 1"),
  'an address of parts': module("return tostring(mw.uri.new('http://example.org/?' .. ('a=b&'):rep(n)))"),
  'times to format': module("local l = mw.language.getContentLanguage() for i = 1, n do l:formatDate('Y-m-d', '@' .. i) end return 1"),
  'a time of formats in Lua': module("return #mw.language.getContentLanguage():formatDate(('Y-m-d '):rep(n))"),
  'numbers to format': module('local l = mw.language.getContentLanguage() for i = 1, n do l:formatNum(i) end return 1'),
  // HTML
  'elements in elements of Lua': module(
    "local h = mw.html.create('div') for i = 1, n do h = h:tag('div') end return #tostring(h:allDone())",
  ),
  'elements beside elements': module("local h = mw.html.create('div') for i = 1, n do h:tag('b'):wikitext('x') end return #tostring(h)"),
  'an element in itself': module("local h = mw.html.create('a') h:node(h) return tostring(h)"),
  'attributes of an element': module("local h = mw.html.create('div') for i = 1, n / 10 do h:attr('a' .. i, 'b') end return #tostring(h)"),
  'styles of an element': module("local h = mw.html.create('div') for i = 1, n do h:css('a', 'b'):cssText('c:d') end return #tostring(h)"),
  'classes of an element': module("local h = mw.html.create('div') for i = 1, n do h:addClass('a' .. i) end return #tostring(h)"),
  // Errors
  'a long error': module("error(('x'):rep(n * 10))"),
  'an error that is a table': module("error(setmetatable({}, { __tostring = function() return ('x'):rep(n * 100) end }))"),
  'errors that are caught': module("for i = 1, n * 10 do pcall(error, 'x') end return 1"),
  'an error of markup': module("error(('<b>&'):rep(n))"),
});
