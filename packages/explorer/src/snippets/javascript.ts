import type { Request } from '../request/request.ts';
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

export const client: Snippet = {
  name: 'client',
  title: '@wikiquery/client',
  language: 'javascript',
  install: 'npm install @wikiquery/client',
  write: ({ address, request }) => `import { wiki } from '@wikiquery/client';

const w = wiki(${literal(address)}, { userAgent: ${literal(USER_AGENT)} });
const response = await w.request(${object(withoutFormat(request))});
console.log(JSON.stringify(response, null, 2));
`,
};

export const mwn: Snippet = {
  name: 'mwn',
  title: 'mwn',
  language: 'javascript',
  install: 'npm install mwn',
  write: ({ address, request, isPost = false }) => `import { Mwn } from 'mwn';

const bot = new Mwn({ apiUrl: ${literal(address)}, userAgent: ${literal(USER_AGENT)} });
const response = await bot.request(${object(withoutFormat(request))}${isPost ? ", { method: 'post' }" : ''});
console.log(JSON.stringify(response, null, 2));
`,
};

export const m3api: Snippet = {
  name: 'm3api',
  title: 'm3api',
  language: 'javascript',
  install: 'npm install m3api',
  write: ({ address, request, isPost = false }) => `import Session from 'm3api';

const session = new Session(${literal(address)}, {}, { userAgent: ${literal(USER_AGENT)} });
const response = await session.request(${object(withoutFormat(request))}${isPost ? ", { method: 'POST' }" : ''});
console.log(JSON.stringify(response, null, 2));
`,
};

function object(request: Request): string {
  const lines = Object.entries(request).map(
    ([name, value]) => `  ${/^[a-z_$][\w$]*$/i.test(name) && name !== '__proto__' ? name : `[${literal(name)}]`}: ${literal(value)},\n`,
  );
  return `{\n${lines.join('')}}`;
}

/** A string in single quotes; what a line or an editor may misread is escaped. */
const literal = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
    .replaceAll(UNSEEN, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
const UNSEEN = /[\u007F-\u009F\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF]/g;

const template = (address: string): string => `\`${address.replaceAll(/[`\\$]/g, String.raw`\$&`)}?\${params}\``;
