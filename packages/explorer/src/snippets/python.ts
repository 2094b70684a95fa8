import type { ApiParams } from '../request/request.ts';
import { type Snippet, USER_AGENT, withoutFormat } from './snippet.ts';

export const mwclient: Snippet = {
  name: 'mwclient',
  title: 'mwclient',
  language: 'python',
  install: 'pip install mwclient',
  write({ address, request, isPost = false }) {
    const { host, protocol, pathname } = new URL(address);
    const { action = 'help', ...rest } = withoutFormat(request);
    const path = pathname.replace(/[^/]*$/, '');
    return `import json
import mwclient

site = mwclient.Site(${literal(host)}, scheme=${literal(protocol.slice(0, -1))}, path=${literal(path)}, clients_useragent=${literal(USER_AGENT)})
response = site.raw_api(${literal(action)}, ${literal(isPost ? 'POST' : 'GET')}, **${dictionary(rest)})
print(json.dumps(response, indent=2))
`;
  },
};

export const pywikibot: Snippet = {
  name: 'pywikibot',
  title: 'pywikibot',
  language: 'python',
  install: 'pip install pywikibot',
  write: ({ address, request }) => `import json
import pywikibot
from pywikibot.data import api

site = pywikibot.Site(url=${literal(address)})
request = api.Request(site=site, parameters=${dictionary(withoutFormat(request))})
print(json.dumps(request.submit(), indent=2))
`,
};

export const requests: Snippet = {
  name: 'requests',
  title: 'requests',
  language: 'python',
  install: 'pip install requests',
  write: ({ address, request, isPost = false }) => `import json
import requests

response = requests.${isPost ? 'post' : 'get'}(
    ${literal(address)},
    ${isPost ? 'data' : 'params'}=${dictionary(request).replaceAll('\n', '\n    ')},
    headers={"User-Agent": ${literal(USER_AGENT)}},
)
print(json.dumps(response.json(), indent=2))
`,
};

function dictionary(request: ApiParams): string {
  return `{\n${Object.entries(request)
    .map(([name, value]) => `    ${literal(name)}: ${literal(value)},\n`)
    .join('')}}`;
}

/** Returns a Python string literal. Python accepts JSON's escapes except surrogate pairs, which `JSON.stringify` does not escape. */
const literal = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replaceAll(UNSEEN, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const UNSEEN = /[\u007F-\u009F\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF]/g;
