import { type Snippet, USER_AGENT } from './snippet.ts';

export const curl: Snippet = {
  name: 'curl',
  title: 'curl',
  language: 'shell',
  write({ address, request, isPost = false }) {
    const parameters = Object.entries(request).map(([name, value]) => `--data-urlencode ${word(`${name}=${value}`)}`);
    return `${[`curl ${isPost ? '' : '--get '}${word(address)}`, `--user-agent ${word(USER_AGENT)}`, ...parameters].join(' \\\n  ')}\n`;
  },
};

/** Quotes a string for a shell. In single quotes, only single quotes are special. */
const word = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
