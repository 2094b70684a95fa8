import type { ApiParams } from '../request/request.ts';
import { type Snippet, USER_AGENT, withoutFormat } from './snippet.ts';

export const fetchSnippet: Snippet = {
  name: 'fetch',
  title: 'fetch',
  language: 'javascript',
  write: ({ address, request, isPost = false }) => `const params = new URLSearchParams(${object(request)});
const response = await fetch(${isPost ? `${literal(address)}, {\n  method: 'POST',\n  body: params,` : `${template(address)}, {`}
  headers: { 'User-Agent': ${literal(USER_AGENT)} },
});
console.log(JSON.stringify(await response.json(), null, 2));
`,
};

/** Creates a snippet for a library that needs an instance for each wiki. */
const librarySnippet = (
  about: Pick<Snippet, 'name' | 'title'>,
  wiki: string,
  begin: (address: string, userAgent: string) => string,
  whenPosted = '',
): Snippet => ({
  ...about,
  language: 'javascript',
  install: `npm install ${about.title}`,
  write: ({ address, request, isPost = false }) => `${begin(literal(address), literal(USER_AGENT))}
const response = await ${wiki}.request(${object(withoutFormat(request))}${isPost ? whenPosted : ''});
console.log(JSON.stringify(response, null, 2));
`,
});

export const client = librarySnippet(
  { name: 'client', title: '@wikiquery/client' },
  'w',
  (address, userAgent) => `import { wiki } from '@wikiquery/client';

const w = wiki(${address}, { userAgent: ${userAgent} });`,
);

export const mwn = librarySnippet(
  { name: 'mwn', title: 'mwn' },
  'bot',
  (address, userAgent) => `import { Mwn } from 'mwn';

const bot = new Mwn({ apiUrl: ${address}, userAgent: ${userAgent} });`,
  ", { method: 'post' }",
);

export const m3api = librarySnippet(
  { name: 'm3api', title: 'm3api' },
  'session',
  (address, userAgent) => `import Session from 'm3api';

const session = new Session(${address}, {}, { userAgent: ${userAgent} });`,
  ", { method: 'POST' }",
);

function object(request: ApiParams): string {
  const lines = Object.entries(request).map(
    ([name, value]) => `  ${/^[a-z_$][\w$]*$/i.test(name) && name !== '__proto__' ? name : `[${literal(name)}]`}: ${literal(value)},\n`,
  );
  return `{\n${lines.join('')}}`;
}

/** Returns a string literal in single quotes. Escapes line breaks and invisible characters. */
const literal = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
    .replaceAll(UNSEEN, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
const UNSEEN = /[\u007F-\u009F\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF]/g;

const template = (address: string): string => `\`${address.replaceAll(/[`\\$]/g, String.raw`\$&`)}?\${params}\``;
