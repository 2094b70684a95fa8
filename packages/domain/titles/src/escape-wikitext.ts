/** Creates a function that escapes a string for wikitext, as MediaWiki's `wfEscapeWikiText` does. `protocols`: as in `siprop=protocols`. */
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

// Matches markup characters, sequences that one escaped character breaks, and markup at the start of a line.
const TOKEN = /["&'<=>[\]{|};]|!!|[\n\r](?:----|[!#*: \n\r\t])|__|:\/\/|~~~/g;

const escapeToken = (token: string): string => {
  if (token === '!!' || token === '://') return reference(token.slice(0, 1)) + token.slice(1);
  if (token === '__' || token === '~~~') return token.slice(0, -1) + reference(token.slice(-1));
  if (token === '\r\n') return `${reference('\r')}\n`;
  if (/^[\n\r]/.test(token)) return token.slice(0, 1) + reference(token.slice(1, 2)) + token.slice(2);
  return reference(token);
};

const reference = (character: string): string => `&#${character.charCodeAt(0)};`;
