// Tests a private wiki. `adopt` logs in to read its site configuration, and the server reveals nothing to visitors, as MediaWiki does.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '@wikiquery/launch/command';
import type { Stand } from '@wikiquery/launch/stand';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyMediaWiki } from '../follow/copied-mediawiki.ts';
import { useStand } from '../stand.test-kit.ts';
import { type Answer, Visitor } from '../visitor.ts';

const { TEST_MEDIAWIKI_DATABASE, TEST_MEDIAWIKI_PROGRAM, TEST_MEDIAWIKI_ACCOUNT = '' } = process.env;
const BOT_SECRET = 'abcdefghijklmnopqrstuvw012345678';

interface PrivateWiki {
  readonly api: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly bot: string;
}

const WIKIS: Readonly<Record<string, (stand: Stand, folder: string) => Promise<PrivateWiki>>> = {
  wikiquery: ownWiki,
  ...(TEST_MEDIAWIKI_DATABASE && TEST_MEDIAWIKI_PROGRAM && { MediaWiki: mediaWiki }),
};

describe.each(Object.entries(WIKIS))('a private wiki of %s', { timeout: 240_000 }, (_name, open) => {
  const stand = useStand();
  const folder = stand.folder();
  let wiki: PrivateWiki;
  beforeAll(async () => {
    wiki = await open(stand, folder);
  }, 240_000);

  const adopt = (flags: readonly string[], password?: string, input = '') =>
    runCommand(['adopt', wiki.api, '--out', join(folder, 'site.json'), ...flags], {
      ...{ folder, input },
      ...(password !== undefined && { env: { MEDIAWIKI_PASSWORD: password } }),
    });

  it('adopt reads a private wiki only with an account password or a bot password', async () => {
    expect(await adopt([])).toMatchObject({ code: 2, output: expect.stringContaining('private wiki') });
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, `${BOT_SECRET}\n`, { mode: 0o600 });
    for (const attempt of [
      () => adopt(['--user', wiki.user], wiki.password),
      () => adopt(['--user', wiki.user], undefined, `${wiki.password}\n`),
      () => adopt(['--user', wiki.bot, '--password-file', passwordFile]),
    ]) {
      await rm(join(folder, 'site.json'), { force: true });
      expect(await attempt()).toMatchObject({ code: 0 });
      const { query } = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'));
      const everybody = query.usergroups.find(({ name }: { name: string }) => name === '*');
      expect(everybody.rights).not.toContain('read');
      expect(query.userinfo).toBeUndefined();
    }
    const wrong = await adopt(['--user', wiki.user], 'not-the-secret');
    expect(wrong).toMatchObject({ code: 2, output: expect.stringContaining('rejected the login') });
    expect(wrong.output).not.toContain('not-the-secret');
  });

  it('a server with the adopted site configuration reveals nothing to visitors', async () => {
    expect(await adopt(['--user', wiki.user], wiki.password)).toMatchObject({ code: 0 });
    await mkdir(join(folder, 'files'), { recursive: true });
    await writeFile(join(folder, 'files/x.txt'), 'a file');
    const flags = ['--database', wiki.database, '--site', join(folder, 'site.json'), '--images', join(folder, 'files')];
    const server = await stand.serve([...flags, '--workers', '1'], folder);
    const [ours, theirs] = [new Visitor(server.api), new Visitor(wiki.api)];
    for (const query of QUERIES) {
      const [own, other] = await Promise.all(
        [ours, theirs].map(visitor => visitor.send({ query: `${query}&format=json&formatversion=2` })),
      );
      expect([query, codeOf(own)]).toEqual([query, codeOf(other)]);
    }
    for (const path of PATHS) {
      const [own, other] = await Promise.all([ours, theirs].map(visitor => visitor.send({ path })));
      expect([path, own?.status]).toEqual([path, other?.status]);
      expect(own?.body).not.toContain(CONTENT);
    }
    for (const path of ['/w/images/x.txt', '/images/x.txt']) expect((await fetch(server.origin + path)).status).toBe(403);
    const cookie = await ours.login(wiki.user, wiki.password);
    const read = await ours.send({
      query: `action=query&titles=Watched&prop=revisions&rvprop=content&rvslots=main&format=json`,
      headers: { cookie },
    });
    // Other tests may have edited the page of the copied MediaWiki.
    expect(read.body).toMatch(new RegExp(`"\\*":"(?:${CONTENT}|Other text)"`));
    ours.close();
    theirs.close();
  });
});

const CONTENT = 'Text';
const QUERIES = [
  ...[
    'titles=Watched',
    'pageids=1',
    'revids=1',
    'generator=allpages',
    'prop=info',
    'list=allpages',
    'continue=',
    'redirects=1',
    'export=1',
  ].map(more => `action=query&meta=tokens&type=login&${more}`),
  'action=query&meta=tokens&type=login&titles=Watched&generator=allpages&continue=%7C%7Ctokens',
  'action=query&meta=tokens&type=login&rawcontinue=1&indexpageids=1',
  ...['', '&titles=Watched', '&meta=siteinfo', '&list=allpages', '&meta=tokens&type=login'].map(more => `action=query${more}`),
  ...['action=query&meta=authmanagerinfo', 'action=parse&page=Watched', 'action=parse&page=Main_Page', 'action=opensearch&search=W'],
  ...['action=compare&fromrev=1&torev=2', 'action=expandtemplates&text=x&prop=wikitext', 'action=paraminfo&modules=query'],
];
const PATHS = [
  ...['', '/bare', '/html', '/history'].map(end => `/v1/page/Watched${end}`),
  ...['/v1/search/page?q=W', '/v1/search/title?q=W'],
];

const codeOf = (answer: Answer | undefined): string => String(answer?.headers['mediawiki-api-error'] ?? '');

async function ownWiki(stand: Stand, folder: string): Promise<PrivateWiki> {
  const [user, password] = ['Ada', 'a password of reeds'];
  const database = await stand.wiki(join(folder, 'wiki.sqlite'), async wiki => {
    await wiki.user(user, { password });
    await wiki.botPassword(user, 'adopter', BOT_SECRET);
    await wiki.page('Main Page', { text: 'Nothing' });
    await wiki.page('Watched', { text: CONTENT, user });
  });
  const { api } = await stand.serve(['--database', database, '--private', '--workers', '1'], folder);
  return { api, database, user, password, bot: `${user}@adopter` };
}

async function mediaWiki(stand: Stand, folder: string): Promise<PrivateWiki> {
  const [user = '', password = ''] = TEST_MEDIAWIKI_ACCOUNT.split(':');
  const settings = "$wgGroupPermissions['*']['read'] = false;";
  const wiki = stand.use(
    await copyMediaWiki(TEST_MEDIAWIKI_DATABASE ?? '', TEST_MEDIAWIKI_PROGRAM ?? '', join(folder, 'mediawiki'), settings),
  );
  await wiki.maintain('createBotPassword', '--appid', 'adopter', '--grants', 'basic', user, BOT_SECRET);
  return { api: wiki.api, database: wiki.database, user, password, bot: `${user}@adopter` };
}
