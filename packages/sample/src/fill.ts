import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LogOptions, Page, Wiki } from '@wikiquery/wiki-builder';
import { sha1Base36 } from '@wikiquery/wiki-builder';
import type { ManualPage } from './module-pages.ts';
import { includedText, LinkWriter } from './wikitext-links.ts';

/** The hand-written pages: title and file. */
const PAGES: readonly (readonly [title: string, file: string])[] = [
  ['Template:Module', 'template-module'],
  ['Template:Request', 'template-request'],
  ['Template:See also', 'template-see-also'],
  ['Template:Note', 'template-note'],
  ['Main Page', 'start'],
  ['Help:First requests', 'first-requests'],
  ['Help:Titles and page sets', 'titles'],
  ['Help:Continuation', 'continuation'],
  ['Help:Generators', 'generators'],
  ['Help:Logging in', 'logging-in'],
  ['Help:Running a server', 'running-a-server'],
  ['Help:Writing a module', 'writing-a-module'],
  ['Project:About', 'about'],
];

const CATEGORIES: Readonly<Record<string, string>> = {
  Manual: 'What this wiki is about.',
  Guides: 'Pages to read one after the other.\n[[Category:Manual]]',
  'Query modules': 'All modules, by what they are asked with.\n[[Category:Manual]]',
  'Modules of list': 'Lists that belong to no page.\n[[Category:Query modules]]',
  'Modules of prop': 'Properties of pages.\n[[Category:Query modules]]',
  'Modules of meta': 'About the wiki and its reader.\n[[Category:Query modules]]',
  Generators: 'Modules that can find pages for others, see [[Help:Generators]].\n[[Category:Query modules]]',
  Templates: 'Pieces of other pages.\n[[Category:Manual]]',
};

/** Writes the whole history of the sample wiki, from its first account to yesterday's vandal. */
export async function fill(wiki: Wiki, modulePages: readonly ManualPage[], images: string): Promise<void> {
  const history = new History(wiki);
  await history.day('20250106', () => accounts(history));

  const texts = new Map(await Promise.all(PAGES.map(async ([title, file]) => [title, await pageText(file)] as const)));
  const templates = [...texts].filter(([title]) => title.startsWith('Template:'));
  const links = new LinkWriter(wiki, new Map(templates.map(([title, text]) => [title.slice('Template:'.length), includedText(text)])));

  await history.day('20250107', () => files(history, images));
  await history.day('20250108', async () => {
    for (const [title, text] of texts) await history.write(title, text, links, { user: 'Wren', comment: 'Begin with the idea' });
  });
  await history.day('20250109', async () => {
    for (const [name, text] of Object.entries(CATEGORIES))
      await history.create(`Category:${name}`, text, links, { user: 'Admin', comment: '' });
  });
  await history.day('20250110', async () => {
    const options = { user: 'Scribe', comment: 'From the declaration of the module', bot: true, tags: ['generated'] };
    for (const { title, text } of modulePages) await history.create(title, text, links, options);
  });
  await history.day('20250203', () => talk(history, links));
  await history.day('20250304', () => care(history, links));
}

const pageText = (name: string): Promise<string> => readFile(new URL(`./pages/${name}.wikitext`, import.meta.url), 'utf8');

interface Signature {
  readonly user: string;
  readonly comment: string;
  readonly bot?: boolean;
  readonly minor?: boolean;
  readonly tags?: readonly string[];
}

/** Deeds together with the log entries that MediaWiki would make of them. */
class History {
  readonly wiki: Wiki;
  constructor(wiki: Wiki) {
    this.wiki = wiki;
  }

  async day(date: string, deeds: () => Promise<unknown>): Promise<void> {
    this.wiki.setClock(`${date}090000`);
    await deeds();
  }

  async create(title: string, text: string, links: LinkWriter, options: Signature): Promise<Page> {
    const page = await this.wiki.page(title, { text, ...options });
    await links.write(page, text);
    await this.#logCreation(title, page, options);
    return page;
  }

  /** A page that somebody began and others completed: its first paragraph, then all of it, then a small correction. */
  async write(title: string, text: string, links: LinkWriter, options: Signature): Promise<void> {
    const page = await this.wiki.page(title, { text: text.split('\n\n', 1)[0] ?? text, ...options });
    await this.#logCreation(title, page, options);
    const edit = await this.wiki.edit(page, { text: `${text.trimEnd()} `, user: 'Admin', comment: '/* top */ Write the rest' });
    await this.wiki.edit(page, {
      text: text.trimEnd(),
      user: 'Wren',
      comment: `Tidy up [[Special:Diff/${edit}|the last edit]]`,
      minor: true,
    });
    await links.write(page, text);
  }

  async log(type: string, action: string, options: LogOptions): Promise<number> {
    return this.wiki.log(type, action, options);
  }

  async #logCreation(title: string, page: Page, { user, comment }: Signature): Promise<void> {
    const search = { associated_rev_id: [page.latest] };
    await this.wiki.log('create', 'create', {
      title,
      user,
      comment,
      page: page.id,
      params: { associated_rev_id: page.latest },
      search,
      recent: false,
    });
  }
}

async function accounts(history: History): Promise<void> {
  const { wiki } = history;
  const register = async (name: string, options: Parameters<Wiki['user']>[1] = {}) => {
    const { id } = await wiki.user(name, options);
    await history.log('newusers', 'create', { title: `User:${name}`, user: name, params: { '4::userid': id } });
  };
  await register('Admin', { groups: ['sysop', 'bureaucrat'], password: 'sample-admin-password', preferences: { gender: 'unknown' } });
  await register('Wren', {
    password: 'sample-wren-password',
    email: 'wren@manual.example',
    emailConfirmed: wiki.now,
    preferences: { gender: 'female' },
  });
  await register('Scribe', { groups: { bot: null } });
  await register('Otter');
  await register('Cheap Ink Ltd');
  await wiki.botPassword('Wren', 'reader', '0123456789abcdef0123456789abcdef', ['basic', 'highvolume', 'viewmywatchlist']);
  const became = (groups: readonly string[]) => {
    const metadata = groups.map(() => ({ expiry: null }));
    return { '4::oldgroups': [], '5::newgroups': groups, oldmetadata: [], newmetadata: metadata };
  };
  await history.log('rights', 'rights', {
    title: 'User:Scribe',
    user: 'Admin',
    comment: 'Writes the pages about modules',
    params: became(['bot']),
  });
}

async function files(history: History, images: string): Promise<void> {
  for (const [name, width, height] of [
    ['Request.svg', 640, 160],
    ['Continuation.svg', 480, 120],
  ] as const) {
    const data = await readFile(new URL(`./files/${name}`, import.meta.url));
    const upload = async (bytes: Uint8Array, action: string, user: string, comment: string) => {
      const drawing = {
        data: bytes,
        width,
        height,
        bits: 0,
        mime: 'image/svg+xml',
        mediaType: 'DRAWING',
        metadata: svgMetadata(width, height),
      };
      const page = await history.wiki.file(`File:${name}`, { ...drawing, user, comment, text: `A drawing for this manual.\n\n${comment}` });
      const params = { img_sha1: sha1Base36(bytes), img_timestamp: history.wiki.now };
      await history.log('upload', action, { title: `File:${name}`, user, comment, page: page.id, params });
    };
    if (name === 'Request.svg') {
      const draft = Buffer.from(data.toString().replaceAll('#36c', '#000'));
      await upload(draft, 'upload', 'Otter', 'A first sketch');
      await store(images, `archive/${hashPath(name)}/${history.wiki.now}!${name}`, draft);
    }
    await upload(data, name === 'Request.svg' ? 'overwrite' : 'upload', 'Wren', 'In colour');
    await store(images, `${hashPath(name)}/${name}`, data);
  }
}

const svgMetadata = (width: number, height: number): string =>
  JSON.stringify({ data: { version: 2, width, height, originalWidth: String(width), originalHeight: String(height) } });

/** MediaWiki spreads files over folders by the digest of their names. */
function hashPath(name: string): string {
  const digest = createHash('md5').update(name).digest('hex');
  return `${digest[0]}/${digest.slice(0, 2)}`;
}

async function store(images: string, path: string, data: Uint8Array): Promise<void> {
  const file = join(images, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, data);
}

/** People talk about the pages. */
async function talk(history: History, links: LinkWriter): Promise<void> {
  const { wiki } = history;
  const question = '== How many at once? ==\nIs there a way to get [[Help:Continuation|more than ten]]? --[[User:Otter|Otter]]';
  await history.create('Help talk:Continuation', question, links, { user: 'Otter', comment: '/* How many at once? */ new section' });
  const answer = `${question}\n: Yes, <code>limit=max</code>. --[[User:Wren|Wren]]`;
  await wiki.edit('Help talk:Continuation', { text: answer, user: 'Wren', comment: '/* How many at once? */ reply' });
  await wiki.edit('Help talk:Continuation', {
    text: `${answer}\n:: Thank you! --192.0.2.7`,
    user: '192.0.2.7',
    comment: '/* How many at once? */',
  });
  await history.create('User:Wren', 'I write about [[Help:Generators|generators]].\n[[Category:Manual]]', links, {
    user: 'Wren',
    comment: 'hello',
  });
  await history.create('User talk:Otter', 'Welcome! --[[User:Admin|Admin]]', links, {
    user: 'Admin',
    comment: 'welcome',
    tags: ['greeting'],
  });
  for (const title of ['Main Page', 'Help:Continuation', 'Help:Generators']) await wiki.watch('Wren', title);
  await wiki.watch('Otter', 'Help:Continuation', { notified: wiki.now });
  await wiki.redirect('Continuation', 'Help:Continuation', { user: 'Wren', comment: 'Where people look' });
  await wiki.redirect('Going on', 'Help:Continuation', { fragment: 'The rule', user: 'Wren', comment: 'Another name' });
}

/** What an administrator does all day. */
async function care(history: History, links: LinkWriter): Promise<void> {
  const { wiki } = history;
  const by = { user: 'Admin' };

  const moved = await history.create('Help:How to generate', 'A draft, see [[Help:Generators]].', links, {
    user: 'Otter',
    comment: 'draft',
  });
  await wiki.move(moved, 'Help:Drafts/Generators', { ...by, comment: 'It is a draft' });
  await history.log('move', 'move', {
    ...by,
    title: 'Help:How to generate',
    comment: 'It is a draft',
    page: moved.id,
    params: { '4::target': 'Help:Drafts/Generators', '5::noredir': '0' },
  });

  await wiki.protect('Main Page', { edit: 'sysop', move: 'sysop' });
  const details = ['edit', 'move'].map(type => ({ type, level: 'sysop', expiry: 'infinity', cascade: false }));
  const shown = details.map(({ type }) => `[${type}=sysop] (indefinite)`).join(' ');
  await history.log('protect', 'protect', {
    ...by,
    title: 'Main Page',
    comment: 'Everybody sees it',
    params: { '4::description': shown, '5:bool:cascade': false, details },
  });

  const advert = await history.create('Buy ink', 'Cheap ink at [https://ink.example/ our shop]!', links, {
    user: 'Cheap Ink Ltd',
    comment: 'Great offer',
  });
  await wiki.deletePage(advert);
  await history.log('delete', 'delete', { ...by, title: 'Buy ink', comment: 'Advertising', params: [] });
  await wiki.block('Cheap Ink Ltd', { by: 'Admin', reason: 'Advertising' });
  const terms = { '5::duration': 'infinite', '6::flags': 'nocreate', sitewide: true };
  await history.log('block', 'block', { ...by, title: 'User:Cheap Ink Ltd', comment: 'Advertising', params: terms });
  await wiki.block('198.51.100.0/24', { by: 'Admin', reason: 'The same shop', expiry: '20350101000000', anonOnly: true });
  await wiki.protectTitle('Buy ink', 'sysop', { ...by, comment: 'Comes back again and again' });

  const slip = await wiki.edit('Project:About', { text: 'My telephone number is 555 0100.', user: '203.0.113.9', comment: 'oops' });
  await wiki.edit('Project:About', { text: (await pageText('about')).trimEnd(), ...by, comment: 'Undo', tags: ['mw-undo'] });
  await wiki.hideRevision(slip, 1);
  const revision = { '4::type': 'revision', '5::ids': [String(slip)], '6::ofield': 0, '7::nfield': 1 };
  await history.log('delete', 'revision', {
    ...by,
    title: 'Project:About',
    comment: 'Private',
    params: revision,
    search: { rev_id: [slip] },
  });
}
