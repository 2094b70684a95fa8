/**
 * Text that appears literally when it is put into wikitext: the form in which MediaWiki gives what a user typed as a message parameter.
 * `protocols` are the URL schemes of the wiki, as in `siprop=protocols`.
 */
export const createWikitextEscape = (protocols: readonly string[]): ((text: string) => string) => {
  const schemes = protocols.filter(protocol => protocol.endsWith(':')).map(protocol => protocol.slice(0, -1));
  const scheme = schemes.length === 0 ? undefined : new RegExp(`\\b(${schemes.join('|')}):`, 'gi');
  return text => {
    if (text === '') return '';
    const inner = `\n${text}`.replaceAll(TOKEN, escapeToken).slice(1);
    const closed = inner.replace(/^[+_~-]/, reference).replace(/[_~\n\r\t]$/, reference);
    return scheme === undefined ? closed : closed.replaceAll(scheme, '$1&#58;');
  };
};

// Characters that always mean something, sequences whose last or first character is enough to break, and what starts a line.
const TOKEN = /["&'<=>[\]{|};]|!!|[\n\r](?:----|[!#*: \n\r\t])|__|:\/\/|~~~/g;

const escapeToken = (token: string): string => {
  if (token === '!!' || token === '://') return reference(token.slice(0, 1)) + token.slice(1);
  if (token === '__' || token === '~~~') return token.slice(0, -1) + reference(token.slice(-1));
  if (token === '\r\n') return `${reference('\r')}\n`;
  if (/^[\n\r]/.test(token)) return token.slice(0, 1) + reference(token.slice(1, 2)) + token.slice(2);
  return reference(token);
};

const reference = (character: string): string => `&#${character.charCodeAt(0)};`;
