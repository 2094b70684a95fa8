import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Messages, readMessages } from '@wikiquery/messages';
import { inheritedNames, openWiki, type PhpValue, reader, type TestWiki } from '@wikiquery/testing';
import { createUsers } from '@wikiquery/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { displayLogEntries } from './log-display.ts';

let wiki: TestWiki;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.user('Ada', { preferences: { gender: 'female' } });
  await wiki.page('User:Ada');
  await wiki.page('Bridge');
  await wiki.redirect('Span', 'Bridge');
}, 60_000);
afterAll(() => wiki.close());

interface Given {
  readonly title?: string;
  readonly user?: string;
  readonly params?: PhpValue;
  readonly hidden?: number;
  readonly lang?: string;
  readonly texts?: Messages;
}

async function display(
  kind: string,
  { title = 'Bridge', user = 'Ada', params = '', hidden = 0, lang = 'en', texts = readMessages([]) }: Given = {},
) {
  const [type = '', action = ''] = kind.split('/');
  const id = await wiki.log(type, action, { title, user, params, hidden, timestamp: '20240305000000' });
  const row = await wiki.db.selectFrom('recentchanges').selectAll().where('rc_logid', '=', id).executeTakeFirstOrThrow();
  const { db, site, titles } = wiki;
  const actor = reader();
  const q = {
    db,
    site,
    titles,
    users: createUsers(site, titles),
    actor,
    lang,
    now: new Date(),
    request: { ip: '', signal: new AbortController().signal },
  };
  const [html = ''] = await displayLogEntries(q, [{ ...row, actor_name: user }], texts);
  return { html, text: html.replaceAll(/<[^>]*>/g, '').replaceAll('&lrm;', '') };
}

describe('log entries', () => {
  it.each(inheritedNames)('of the log %s are shown like those of any unknown log', async name => {
    const { text } = await display(`${name}/${name}`);
    expect(text.replaceAll(name, 'nosuchword')).toBe((await display('nosuchword/nosuchword')).text);
  });
  it('contain links to the performer and the page, with red links to missing pages', async () => {
    const { html } = await display('delete/delete', { title: 'Gone' });
    expect(html).toMatch(/^<a href="[^"]*User:Ada" class="mw-userlink" title="User:Ada"><bdi>Ada<\/bdi><\/a> deleted /);
    expect(html).toMatch(
      /<a href="[^"]*title=Gone&amp;action=edit&amp;redlink=1" class="new" title="Gone \(page does not exist\)">Gone<\/a>$/,
    );
    const { html: byAddress } = await display('upload/upload', { user: '2001:DB8:0:0:0:0:0:1', title: 'File:A.png' });
    expect(byAddress).toMatch(
      /class="mw-userlink mw-anonuserlink" title="Special:Contributions\/2001:DB8:0:0:0:0:0:1"><bdi>2001:db8::1<\/bdi>/,
    );
  });
  it.each<[string, Given, string]>([
    [
      'move/move',
      { title: 'Span', params: { '4::target': 'Bridge', '5::noredir': '1' } },
      'Ada moved Span to Bridge, with nothing left behind',
    ],
    ['move/move', { params: { '4::target': '<', '5::noredir': '0' } }, 'Ada moved Bridge to No title'],
    [
      'protect/protect',
      {
        params: {
          details: [
            { type: 'edit', level: 'sysop', expiry: 'infinity' },
            { type: 'move', level: 'odd', expiry: '20990101000000' },
          ],
        },
      },
      'Ada protected Bridge [Change: only administrators] (for ever) [Move: only with the right &quot;odd&quot;] (until 00:00, 1 January 2099)',
    ],
    [
      'protect/modify',
      { params: { '4::description': '[edit=sysop]', '5:bool:cascade': true } },
      'Ada altered the protection of Bridge and what it includes \u200E[edit=sysop]',
    ],
    ['protect/move_prot', { params: { '4::oldtitle': 'Span' } }, 'Ada took the protection of Span along to Bridge'],
    [
      'delete/revision',
      { params: { '4::type': 'revision', '5::ids': ['4', '5'], '6::ofield': 4, '7::nfield': 11 } },
      'Ada altered who sees 2 revisions of Bridge: text hidden, summary hidden, name shown and hidden from administrators too',
    ],
    ['delete/revision', { params: 'revision' }, 'Ada altered who sees revisions of Bridge'],
    [
      'delete/event',
      { params: { '4::ids': '7', '5::ofield': 'ofield=0', '6::nfield': 'nfield=1' } },
      'Ada altered who sees 1 log entry about Bridge: text hidden',
    ],
    ['delete/restore', { params: { ':assoc:count': { revisions: 2, files: 1 } } }, 'Ada restored Bridge (2 revisions and a file)'],
    ['delete/restore', {}, 'Ada restored Bridge'],
    [
      'import/interwiki',
      { params: { '4:number:count': 1200, '5:title-link:interwiki': 'Span' } },
      'Ada fetched Bridge from Span (1,200 revisions)',
    ],
    ['import/upload', {}, 'Ada imported Bridge from a file'],
    [
      'merge/merge',
      { params: { '4::dest': 'Span', '5::mergepoint': '20240101123000' } },
      'Ada put the history of Bridge until 12:30, 1 January 2024 into Span',
    ],
    [
      'merge/merge-into',
      { params: { '4::src': 'Span', '5::mergepoint': '20240101123000', '6::mergerevid': 7, '7::mergestart': '20230101000000' } },
      'Ada put the history of Span from 00:00, 1 January 2023 to 12:30, 1 January 2024 into Bridge',
    ],
    [
      'contentmodel/change',
      { params: { '4::oldmodel': 'wikitext', '5::newmodel': 'poetry' } },
      'Ada turned Bridge from wikitext into poetry',
    ],
    [
      'pagelang/pagelang',
      { params: { '4::oldlanguage': 'en[def]', '5::newlanguage': 'de' } },
      'Ada altered the language of Bridge from English (en) [usual] to Deutsch (de)',
    ],
    [
      'block/block',
      { title: 'User:Eve', params: { '5::duration': 'infinity', '6::flags': 'nocreate,odd', sitewide: true } },
      'Ada blocked Eve until the end of for ever (no new accounts, odd)',
    ],
    [
      'block/reblock',
      { title: 'User:Eve', params: { '5::duration': '26 hours', '6::flags': '' } },
      'Ada altered the block of Eve, now until the end of 1 day and 2 hours ',
    ],
    [
      'block/block',
      {
        title: 'User:Eve',
        params: {
          '5::duration': '20990101000000',
          '6::flags': '',
          sitewide: false,
          '7::restrictions': { pages: ['Bridge', 'Span'], namespaces: [0, 2], actions: ['move'] },
        },
      },
      'Ada barred Eve from the pages Bridge and Span, the namespaces (main) and User and the action moving pages and files until the end of 00:00, 1 January 2099 ',
    ],
    [
      'block/block',
      { title: 'User:Eve', params: { '5::duration': 'soon', '6::flags': '', sitewide: false } },
      'Ada barred Eve from some actions until the end of soon ',
    ],
    ['block/unblock', { title: 'User:Eve' }, 'Ada lifted the block of Eve'],
    [
      'rights/rights',
      {
        title: 'User:Eve',
        params: {
          '4::oldgroups': [],
          '5::newgroups': ['sysop', 'bot'],
          oldmetadata: [],
          newmetadata: [{ expiry: null }, { expiry: '20990101000000' }],
        },
      },
      'Ada altered the groups of Eve from no groups to bot (until 00:00, 1 January 2099) and administrator',
    ],
    ['rights/rights', { title: 'User:Eve' }, 'Ada altered the groups of Eve'],
    ['newusers/create2', { title: 'User:Eve' }, 'Ada made the account Eve'],
    [
      'renameuser/renameuser',
      { title: 'User:Evil', params: { '4::olduser': 'Evil', '5::newuser': 'Eve', '6::edits': 3 } },
      'Ada renamed the user Evil (3 edits) to Eve',
    ],
    [
      'tag/update',
      {
        params: {
          '4::revid': 5,
          '5::logid': null,
          '6:list:tagsAdded': ['a', 'b'],
          '7:number:tagsAddedCount': 2,
          '8:list:tagsRemoved': [],
          '9:number:tagsRemovedCount': 0,
        },
      },
      'Ada put the tags a, b on revision 5 of Bridge',
    ],
    ['patrol/patrol', { params: { '4::curid': 9, '5::previd': 8, '6::auto': 0 } }, 'Ada checked revision 9 of Bridge'],
    ['garden/prune', {}, 'Ada did what this wiki has no words for (garden/prune) to Bridge'],
  ])('of type %s are displayed as a sentence', async (kind, given, text) => {
    expect((await display(kind, given)).text).toBe(text);
  });
  it('omit their hidden parts for all users', async () => {
    expect((await display('move/move', { params: { '4::target': 'Span' }, hidden: 1 })).html).toMatch(
      /<span class="history-deleted">[^<]*<\/span>$/,
    );
    const { html } = await display('move/move', { params: { '4::target': 'Span' }, hidden: 4 | 8 });
    expect(html).toMatch(/^<span class="history-deleted mw-history-suppressed">/);
    expect(html).not.toContain('Ada');
    expect((await display('suppress/delete')).html).not.toContain('Bridge');
  });
  it('escape their parameters', async () => {
    const { html } = await display('block/block', { title: 'User:Eve', params: { '5::duration': '"><script>', '6::flags': '<b>' } });
    expect(html).not.toMatch(/<script>|<b>/);
  });

  it("use the numbers, plurals and genders of the user's language", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wikiquery-messages-'));
    const arabic = {
      'logentry-import-upload-details': '{{GENDER:$2|استورد|استوردت}} $1: $4 {{PLURAL:$4|لا شيء|مراجعة|مراجعتان|مراجعات|كثير|غير}}',
      'logentry-rights-rights': '$1: $7',
      'logentry-rights-rights-granted': '{{GENDER:$2|منح|منحت}} $1',
      'logentry-rights-rights-kept': '{{GENDER:$2|أبقى|أبقت}} $1',
      'rightslogentry-expiry-changed': '$1 $2 < $5',
      'logentry-rights-rights-expiry-changed': '[$1]',
      'semicolon-separator': '؛ ',
    };
    await writeFile(join(folder, 'ar.json'), JSON.stringify(arabic));
    const given = { lang: 'ar', texts: readMessages([folder]) };
    const counted = async (count: number) => (await display('import/upload', { ...given, params: { '4:number:count': count } })).text;
    expect([await counted(1), await counted(5), await counted(1234)]).toEqual([
      'استوردت Ada: ١ مراجعة',
      'استوردت Ada: ٥ مراجعات',
      'استوردت Ada: ١٬٢٣٤ كثير',
    ]);
    const params = {
      '4::oldgroups': ['bot', 'gardener'],
      '5::newgroups': ['bot', 'gardener', 'painter'],
      oldmetadata: [{ expiry: null }, { expiry: '20980101000000' }],
      newmetadata: [{ expiry: null }, { expiry: '20990101000000' }, { expiry: null }],
    };
    const { text } = await display('rights/rights', { ...given, title: 'User:Eve', params });
    expect(text).toMatch(/^Ada: منحت painter؛ \[gardener .*٢٠٩٩ &lt; .*٢٠٩٨\]؛ أبقت /);
    await rm(folder, { recursive: true });
  });
});
