import { readSite } from '@wikiquery/site';
import { openWiki } from '@wikiquery/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { type CommentOptions, formatComments, formatCommentsOf } from './index.ts';

// The expected HTML comes from MediaWiki 1.43 (`action=parse&summary=…`).
const site = readSite({
  general: { articlepath: '/wiki/$1', server: 'http://wiki.example', base: 'http://wiki.example/wiki/Main_Page' },
  interwikimap: [
    { prefix: 'de', url: 'http://de.wiki.example/wiki/$1' },
    { prefix: 'seedbank', url: 'http://seedbank.example/item?id=$1', protorel: true },
  ],
});

const wiki = await openWiki('sqlite', { site });
afterAll(() => wiki.close());
await wiki.page('Main Page');
await wiki.redirect('Old quarry', 'Main Page');
await wiki.file('Mill wheel.png');

const format = async (text: string, about?: string, lang = 'en', options?: CommentOptions) => {
  const title = about === undefined ? undefined : wiki.titles.local(about);
  const [html] = await formatComments({ db: wiki.db, site, titles: wiki.titles, lang }, [{ text, title }], options);
  return html;
};

describe('plain text', () => {
  test.each([
    [`a<b "c" 'd' & e`, 'a&lt;b &quot;c&quot; &#039;d&#039; &amp; e'],
    ['&amp; &lt; &eacute; &#99; &zz;', '&amp; &lt; é c &amp;zz;'],
    ['two\nlines', 'two lines'],
    ["'''bold''' {{template}} [http://x.example y]", '&#039;&#039;&#039;bold&#039;&#039;&#039; {{template}} [http://x.example y]'],
    ['[[  ]] [[Bad{{title}}]] [[a', '[[  ]] [[Bad{{title}}]] [[a'],
  ])('converts the plain text %j to HTML', async (text, html) => expect(await format(text, 'Main Page')).toBe(html));
});

describe('sections', () => {
  test.each([
    [
      '/* History */ dates',
      '<span class="autocomment"><a href="/wiki/A_b#History" title="A b">→<bdi dir="ltr">History</bdi></a>: </span> dates',
    ],
    ['see /* One */', 'see <span class="autocomment"><a href="/wiki/A_b#One" title="A b">→<bdi dir="ltr">One</bdi></a></span>'],
    [
      '/* a%41 [[x|y]] */',
      '<span class="autocomment"><a href="/wiki/A_b#a%252541_x|y" title="A b">→<bdi dir="ltr">a%41 &#91;&#91;x|y&#93;&#93;</bdi></a></span>',
    ],
    [
      '/* Early <i>days</i> */',
      '<span class="autocomment"><a href="/wiki/A_b#Early_&lt;i&gt;days&lt;/i&gt;" title="A b">→<bdi dir="ltr">Early &lt;i&gt;days&lt;/i&gt;</bdi></a></span>',
    ],
    ['/**/', ''],
    ['/**/x', '<span class="autocomment">: </span>x'],
  ])('converts the section comment %j to HTML', async (text, html) => expect(await format(text, 'A b')).toBe(html));

  test('section names are not linked if the page is unknown', async () => {
    expect(await format('/* One */ x')).toBe('<span class="autocomment">One: </span> x');
  });

  test('section links have an arrow in the direction of the user language', async () => {
    expect(await format('/* One */', 'A b', 'he')).toContain('←<bdi dir="rtl">One</bdi>');
  });
});

describe('links', () => {
  test.each([
    ['[[main Page#Sec|sec]]', '<a href="/wiki/Main_Page#Sec" title="Main Page">sec</a>'],
    [
      '[[Main Page]]s, [[:Main Page]]',
      '<a href="/wiki/Main_Page" title="Main Page">Main Pages</a>, <a href="/wiki/Main_Page" title="Main Page">Main Page</a>',
    ],
    ['[[Old quarry]]', '<a href="/wiki/Old_quarry" class="mw-redirect" title="Old quarry">Old quarry</a>'],
    [
      `[[Foo's "x"#y]]`,
      '<a href="/w/index.php?title=Foo%27s_%22x%22&amp;action=edit&amp;redlink=1" class="new" title="Foo&#039;s &quot;x&quot; (page does not exist)">Foo&#039;s &quot;x&quot;#y</a>',
    ],
    ['[[%4Dain%20Page]]', '<a href="/wiki/Main_Page" title="Main Page">Main Page</a>'],
    ['[[de:Brücke|german]]', '<a href="http://de.wiki.example/wiki/Br%C3%BCcke" class="extiw" title="de:Brücke">german</a>'],
    ['[[seedbank:x y#a b|t]]', '<a href="//seedbank.example/item?id=x_y#a_b" class="extiw" title="seedbank:x y">t</a>'],
    [
      '[[special:contribs/x]] [[Special:Nope]]',
      '<a href="/wiki/Special:Contributions/x" title="Special:Contributions/x">special:contribs/x</a> ' +
        '<a href="/wiki/Special:Nope" class="new" title="Special:Nope (page does not exist)">Special:Nope</a>',
    ],
    [
      '[[Media:Mill wheel.png|pic]]s [[media:Nope.png]]',
      '<a href="/w/images/e/ed/Mill_wheel.png" class="internal" title="Mill wheel.png">pic</a>s ' +
        '<a href="/w/index.php?title=Special:Upload&amp;wpDestFile=Nope.png" class="new" title="Nope.png">media:Nope.png</a>',
    ],
    ['[[a|b]c]]', '<a href="/w/index.php?title=A&amp;action=edit&amp;redlink=1" class="new" title="A (page does not exist)">b]c</a>'],
  ])('converts the links in %j to HTML', async (text, html) => expect(await format(text, 'Main Page')).toBe(html));

  test('resolves subpages and fragments against the page of the comment', async () => {
    await wiki.page('User:Foo/Bar');
    expect(await format('[[#sec]]', 'User:Foo/Bar')).toBe('<a href="/wiki/User:Foo/Bar#sec" title="User:Foo/Bar">#sec</a>');
    expect(await format('[[/sub/]] [[../up]]', 'User:Foo/Bar')).toBe(
      '<a href="/w/index.php?title=User:Foo/Bar/sub&amp;action=edit&amp;redlink=1" class="new" title="User:Foo/Bar/sub (page does not exist)">/sub/</a> ' +
        '<a href="/w/index.php?title=User:Foo/up&amp;action=edit&amp;redlink=1" class="new" title="User:Foo/up (page does not exist)">../up</a>',
    );
    expect(await format('[[#sec]]')).toBe('<a href="#sec">#sec</a>');
  });

  test('links to interface messages without a page are not red', async () => {
    expect(await format('[[MediaWiki:Sidebar]]')).toContain('class="new"');
    const isMessage = (name: string) => name === 'Sidebar';
    expect(await format('[[MediaWiki:Sidebar]]', undefined, 'en', { isMessage })).toBe(
      '<a href="/wiki/MediaWiki:Sidebar" title="MediaWiki:Sidebar">MediaWiki:Sidebar</a>',
    );
  });
});

test('sends one query for the links of all comments, and none without links', async () => {
  let queries = 0;
  const watched = new Proxy(wiki.db, {
    get: (db, key) => {
      if (key === 'selectFrom') queries++;
      const value: unknown = Reflect.get(db, key);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  const env = { db: watched, site, titles: wiki.titles, lang: 'en' };
  await formatComments(
    env,
    Array.from({ length: 50 }, (_, n) => ({ text: `[[Page ${n}]] [[Talk:Page ${n}]]` })),
  );
  expect(queries).toBe(1);
  await formatComments(env, [{ text: 'plain' }, { text: '/* section */', title: { namespace: 0, dbkey: 'A' } }]);
  expect(queries).toBe(1);
});

test('formats the comments of rows, and skips comments that the user may not see', async () => {
  const env = { db: wiki.db, site, titles: wiki.titles, lang: 'en' };
  const [shown, hidden] = [{ comment: 'a < b' }, { comment: undefined }];
  const htmls = await formatCommentsOf(env, [hidden, shown], ({ comment }) => (comment === undefined ? undefined : { text: comment }));
  expect([...htmls]).toEqual([[shown, 'a &lt; b']]);
});
