// Shows hostile titles, texts, comments, user names, files and messages on the pages of the reader. Nothing may run.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Stand } from '@wikiquery/launch/stand';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launch, needsChromium } from './chromium.ts';
import { type Served, serve } from './servers.ts';
import { visit } from './visit.ts';

const BREAKS = [
  '',
  '"',
  "'",
  '">',
  "'>",
  '</title>',
  '</textarea>',
  '</style>',
  '</a>',
  '-->',
  ']]>',
  '</h1>',
  '`',
  '&quot;>',
  '</code>',
  '\u2028',
];
const CODES = [
  '<script>evil()</script>',
  '<img src=x onerror=evil()>',
  '<svg onload=evil()>',
  '<svg><script>evil()</script></svg>',
  '<iframe srcdoc="<script>parent.evil()</script>">',
  '<a href=javascript:evil()>x</a>',
  '<details open ontoggle=evil()>',
  '<input autofocus onfocus=evil()>',
  '<math><mtext><img src=x onerror=evil()>',
  '<body onload=evil()>',
  ' onmouseover=evil() autofocus onfocus=evil() x=',
  '<style>@import "//evil.example/x.css";</style>',
  '<meta http-equiv=refresh content="0;url=javascript:evil()">',
  '<base href=//evil.example/>',
  '<object data=javascript:evil()>',
  '<template><script>evil()</script></template>',
  '<video><source onerror=evil()></video>',
  '<form action=javascript:evil()><button autofocus>x',
  '[javascript:evil() x]',
  '[[File:x.png|link=javascript:evil()]]',
  '<div style="background:url(javascript:evil())">x</div>',
  '<nowiki><script>evil()</script></nowiki>',
  '{{<script>evil()</script>}}',
  "[[x|<b onclick='evil()'>y</b>]]",
  '<ref name="<script>evil()</script>">x</ref>',
  '== <img src=x onerror=evil()> ==',
  '<pre class="" onclick="evil()">x</pre>',
  '[https://x" onmouseover="evil() y]',
  '{| onclick=evil()\n| style="x:expression(evil())" | y\n|}',
  '<gallery>\nFile:x.png|<script>evil()</script>\n</gallery>',
  '<ruby><rt><script>evil()</script>',
  '-{zh:<script>evil()</script>}-',
];
/** 512 hostile texts. */
const TEXTS = CODES.flatMap(code => BREAKS.map(before => before + code));

describe.runIf(CHROMIUM)('the pages of a hostile wiki', { timeout: 900_000, meta: needsChromium }, () => {
  const stand = new Stand();
  let server: Served;
  let browser: Browser;
  beforeAll(async () => {
    const file = join(stand.folder(), 'wiki.sqlite');
    const url = await stand.wiki(file, async wiki => {
      for (const [at, text] of TEXTS.entries())
        await wiki.page(`Pond ${at}`, {
          text,
          comment: text,
          user: `User ${at} ${text}`.slice(0, 80),
          tags: at % 50 === 0 ? [text.slice(0, 80)] : [],
        });
      await wiki.category('Pond 0', 'Category:Ponds');
      await wiki.page('MediaWiki:Common.css', { text: TEXTS.join('\n') });
      for (const key of ['Search', 'History short', 'Recentchanges', 'Talk', 'Last-edit', 'Nstab-main'])
        await wiki.page(`MediaWiki:${key}`, { text: TEXTS.slice(0, 3).join('') });
    });
    // MediaWiki rejects these titles, so they are written directly to the database.
    const database = new DatabaseSync(file);
    const rename = database.prepare('update page set page_title = ? where page_title = ?');
    for (const [at, text] of TEXTS.entries()) rename.run(`${at}_${text}`.replaceAll(' ', '_').slice(0, 200), `Pond_${at}`);
    database.prepare('update recentchanges set rc_title = (select page_title from page where page_id = rc_cur_id)').run();
    database.close();
    [server, browser] = await Promise.all([serve(stand, ['--database', url]), launch()]);
    stand.use(browser);
  }, 300_000);
  afterAll(() => stand[Symbol.asyncDispose]());

  it('run no script, load nothing of other hosts and keep their structure', async () => {
    const { page, complaints, hosts } = await visit(browser, server.origin, 'wiki/Special:RecentChanges');
    let isHarmed = false;
    await page.exposeFunction('evil', () => {
      isHarmed = true;
    });
    const first = await (await fetch(`${server.api}?action=query&list=allpages&aplimit=500&format=json&formatversion=2`)).json();
    const ids = (first as { query: { allpages: { pageid: number }[] } }).query.allpages.map(({ pageid }) => pageid);
    const hostile = encodeURIComponent(TEXTS.slice(0, 4).join(''));
    const paths = [
      ...['RecentChanges?limit=500', 'AllPages', 'Log?limit=500', 'ListUsers?limit=500', 'Tags', 'LongPages?limit=500'].map(
        name => `wiki/Special:${name}`,
      ),
      ...['curid=1&action=history', 'curid=1&action=info', 'oldid=1', 'oldid=40&action=edit', 'diff=60', 'title=Category:Ponds'].map(
        query => `w/index.php?${query}`,
      ),
      ...[
        `search=${hostile}&fulltext=1`,
        `title=${hostile}`,
        `action=${hostile}`,
        `uselang=${hostile}`,
        `title=Special:AllPages&from=${hostile}`,
      ].map(query => `w/index.php?${query}`),
      ...[`wiki/${hostile}`, `wiki/Special:Log/${hostile}`, `wiki/Special:Contributions/${hostile}`],
      ...ids.map(id => `w/index.php?curid=${id}`),
    ];
    const broken: string[] = [];
    for (const path of paths) {
      await page.goto(`${server.origin}/${path}`);
      const count = await page.evaluate(() => [
        document.querySelectorAll('main').length,
        document.querySelectorAll('h1.firstHeading').length,
        document.querySelectorAll('script, iframe, object, embed, base, meta[http-equiv], style').length,
        [...document.querySelectorAll('*')].filter(each => each.getAttributeNames().some(name => name.startsWith('on'))).length,
      ]);
      if (count.join() !== '1,1,0,0') broken.push(`${path}: ${count.join()}`);
    }
    expect(broken).toEqual([]);
    expect(isHarmed).toBe(false);
    expect(complaints.filter(each => !/status of (?:400|404)/.test(each))).toEqual([]);
    for (const host of hosts) expect(['localhost', '127.0.0.1']).toContain(host.replace(/:.*/, ''));
  });
});
