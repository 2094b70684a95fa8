import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ATTACKS, ESCAPES } from './attacks.test-kit.ts';
import { pages, RUNS, resultsOf } from './cases.test-kit.ts';
import { wikiOf } from './wiki-of.test-kit.ts';

const recorded: readonly (readonly string[])[] = JSON.parse(readFileSync(new URL('./recorded/results.json', import.meta.url), 'utf8'));

/** Reasons for known differences from MediaWiki, by expression line and value number. */
const DIFFERENT: Readonly<Record<string, string>> = {
  '43.2': 'A table with keys from 0 becomes a list.',
  '62.2': 'MediaWiki writes its response in normalization form C.',
  '126.5': 'MediaWiki replaces <nowiki> with a strip marker.',
  '127.1': 'MediaWiki replaces <pre> with a strip marker.',
  '127.2': 'MediaWiki replaces <nowiki> with a strip marker.',
};

describe('Lua modules', () => {
  const { expand, expansion } = wikiOf(
    {
      ...Object.fromEntries(pages),
      'Module:Warner': `return {
  warn = function(frame) mw.addWarning(frame.args[1]) return '' end,
  code = function() return mw.language.getContentLanguage().code .. ' ' .. mw.language.new('de').code end,
  extended = function() return tostring(mw.uri.new('http://a.example/'):extend { b = 1 }) end,
}`,
      'Module:Escape': ESCAPES,
      'Module:Text': 'return { f = function() return 1 end }',
    },
    { 'Module:Text': 'wikitext' },
  );

  it('return the same values as in MediaWiki, except for known differences', async () => {
    const texts: string[] = [];
    for (const run of RUNS) texts.push(await expand(run));
    const results = resultsOf(texts.join('\n'));
    const different = recorded.flatMap((values, i) =>
      values.flatMap((value, k) => (results[i]?.[k] === value ? [] : [`${i + 1}.${k + 1}`])),
    );
    expect(different).toEqual(Object.keys(DIFFERENT));
  });

  it('report errors as MediaWiki does and add the page to the error category', async () => {
    const textOf = async (text: string) => (await expand(text)).replaceAll(/<[^>]*>/g, '');
    expect(await expand('{{#invoke:Lua lib|fails}}')).toMatch(
      /^<strong class="error"><span class="scribunto-error mw-scribunto-error-\w{8}">Lua error in Module:Lua_lib at line 4: it fails\.<\/span><\/strong>$/,
    );
    expect(await textOf('{{#invoke:Nope|f}}')).toBe('Script error: No such module &quot;Nope&quot;.');
    expect(await textOf('{{#invoke:Text|f}}')).toBe('Script error: No such module &quot;Text&quot;.');
    expect(await textOf('{{#invoke:Lua lib|nope}}')).toBe('Script error: The function &quot;nope&quot; does not exist.');
    expect(await textOf('{{#invoke:Lua lib}}{{#invoke:}}')).toBe('Script error: You must specify a function to call.'.repeat(2));
    expect(await textOf('{{#invoke:Lua lib|value}}')).toBe('Script error: &quot;value&quot; is not a function.');
    expect(await textOf('{{#invoke:Lua nil|x}}')).toBe(
      'Script error: The module returned a nil value. It is supposed to return an export table.',
    );
    expect(await textOf('{{#iferror:{{#invoke:Lua lib|fails}}|error|fine}}')).toBe('error');
    expect((await expansion('{{#invoke:Nope|f}}')).limits).toEqual(['scribunto-common-error-category']);
    expect((await expansion('{{#invoke:Lua lib|main|a|b=c}}')).limits).toEqual([]);
    expect((await expansion('{{#invoke:Lua lib|main|a|b=c}}')).included).toEqual([{ namespace: 828, dbkey: 'Lua_lib' }]);
  });

  it('can add preview warnings for the editor', async () => {
    expect((await expansion("{{#invoke:Warner|warn|''late''}}")).warnings).toEqual([['scribunto-lua-warning', "''late''"]]);
    expect(await expand('{{#invoke:Warner|code}} {{#invoke:Warner|extended}}')).toBe('en de http://a.example/?b=1');
  });

  it("cannot escape the sandbox or see each other's changes", async () => {
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

describe('Lua modules that exceed a limit', () => {
  const { expand } = wikiOf({ 'Module:Attack': ATTACKS });

  // Endless functions run until the time limit, so only two of them are tested outside CI.
  it.each(names.filter(name => process.env.CI || !ENDLESS.has(name) || name === 'loop_in_pcall' || name === 'backtracking'))(
    'fail with an error: %s',
    async name => {
      const result = await expand(`{{#invoke:Attack|${name}}}`).catch((error: unknown) => String(error));
      expect(result).toMatch(/error|timeout|seconds|has expired|Too deep/i);
      expect(await expand('{{#invoke:Attack|depth}}')).toContain('stack overflow');
    },
  );
});
