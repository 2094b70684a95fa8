import { DatabaseUnusableError } from './errors.ts';

/** Masks the passwords of all addresses in a text with `…`. Apply it to every database address before printing or logging. */
export const withoutPassword = (text: string): string =>
  text
    .replaceAll(/([a-z][\w+.-]*:\/\/[^\s:@/?#[\]"']*):[^\s"']*@/gi, '$1:…@')
    // Truncated or invalid addresses: masks text after the colon that is not a port number.
    .replaceAll(/([a-z][\w+.-]*:\/\/[^\s:@/?#[\]"']+):(?!…|\d{1,5}(?:[/?#\s"'.,;)]|$))[^\s"']*/gi, '$1:…')
    .replaceAll(/([?&]\w*pass(?:word|wd|phrase)?=)[^\s&#"']*/gi, '$1…');

/** Parses the address of a database server. Throws a `DatabaseUnusableError` that does not contain the password. */
export function serverAddress(address: string): URL {
  const url = URL.parse(address);
  // An unescaped `#`, `/` or `?` in the password ends the host name, so that the `@` is in a later part of the URL.
  if (url && !/@/.test(url.pathname + url.search + url.hash) && url.hash === '') return url;
  throw new DatabaseUnusableError(
    `"${withoutPassword(address)}" is not the address of a database. Write #, /, ?, @ and other special characters of the password as %23, %2F, %3F and %40.`,
  );
}
