import { trimmedText } from '@wikiquery/wikitext';

const OPENS = /<(?:(?:table|h[1-6]|pre|p|ul|ol|dl)|\/(?:td|th)|\/?(?:tr|caption|dt|dd|li))\b/i;
const CLOSES = /<(?:\/(?:table|h[1-6]|pre|p|ul|ol|dl)|(?:td|th)|\/?(?:center|blockquote|div|hr|figure|toc-place))\b/i;

/** Converts lines to paragraphs, lists (`*`, `#`, `;`, `:`) and preformatted text. */
export const blocksOf = (text: string): string => new Blocks().read(text.split('\n'));

class Blocks {
  #out = '';
  /** List prefix of the previous line, with `:` in place of `;`. */
  #prefix = '';
  #paragraph: '' | 'p' | 'pre' = '';
  /** Pending start of a paragraph, which is written if text follows. */
  #pending: '' | '<p>' | '</p><p>' = '';
  #isInPre = false;
  #isInBlock = false;
  #isInQuote = false;
  #isInTerm = false;

  read(lines: readonly string[]): string {
    for (const [at, line] of lines.entries()) this.#line(line, at === lines.length - 1);
    while (this.#prefix !== '') this.#closeList();
    // The last element is not followed by a newline.
    if (this.#paragraph !== '') this.#out += `</${this.#paragraph}>`;
    return this.#out;
  }

  #line(line: string, isLast: boolean): void {
    const closesPre = /<\/pre/i.test(line);
    const opensPre = /<pre/i.test(line);
    const wasInPre = this.#isInPre;
    // Longer prefixes are text. MediaWiki has no such limit.
    const prefix = wasInPre ? '' : (/^[*#:;]{0,100}/.exec(line) as RegExpExecArray)[0];
    if (!wasInPre) this.#isInPre = opensPre;
    let text = wasInPre ? line : line.slice(prefix.length);
    if (prefix !== '' || this.#prefix !== '') text = this.#lists(prefix, text);
    if (prefix === '') text = this.#inParagraph(text, opensPre && !closesPre);
    if (closesPre && this.#isInPre) this.#isInPre = false;
    if (this.#pending !== '') return;
    if (prefix !== '') this.#out += trimmedText(text);
    else this.#out += isLast && this.#paragraph === '' ? text : `${text}\n`;
  }

  #lists(prefix: string, text: string): string {
    const uniform = prefix.replaceAll(';', ':');
    this.#pending = '';
    let rest = text;
    const term = (): void => {
      const colon = colonOf(rest);
      if (colon < 0) return;
      this.#out += `${trimmedText(rest.slice(0, colon))}`;
      rest = rest.slice(colon + 1);
      this.#next(':');
    };
    if (prefix !== '' && uniform === this.#prefix) {
      this.#next(prefix.at(-1) as string);
      if (prefix.endsWith(';')) term();
      return rest;
    }
    let common = 0;
    while (common < prefix.length && prefix[common] === this.#prefix[common]) common++;
    const before = this.#prefix;
    while (this.#prefix.length > common) this.#closeList();
    if (prefix.length <= common && common > 0) this.#next(prefix[common - 1] as string);
    // A deeper item below a term is its description.
    else if (common > 0 && this.#isInTerm && prefix[common - 1] === ':') this.#next(':');
    if (before !== '' && prefix.length > common) this.#out += '\n';
    for (const sign of prefix.slice(common)) {
      this.#open(sign);
      if (sign === ';') term();
    }
    if (prefix === '' && before !== '') this.#out += '\n';
    this.#prefix = uniform;
    return rest;
  }

  #open(sign: string): void {
    this.#closeParagraph();
    if (sign === '*') this.#out += '<ul><li>';
    else if (sign === '#') this.#out += '<ol><li>';
    else {
      this.#isInTerm = sign === ';';
      this.#out += sign === ';' ? '<dl><dt>' : '<dl><dd>';
    }
  }

  #next(sign: string): void {
    if (sign === '*' || sign === '#') this.#out += '</li>\n<li>';
    else {
      this.#out += `${this.#isInTerm ? '</dt>' : '</dd>'}\n${sign === ';' ? '<dt>' : '<dd>'}`;
      this.#isInTerm = sign === ';';
    }
  }

  #closeList(): void {
    const sign = this.#prefix.at(-1);
    this.#prefix = this.#prefix.slice(0, -1);
    if (sign === '*') this.#out += '</li></ul>';
    else if (sign === '#') this.#out += '</li></ol>';
    else {
      this.#out += this.#isInTerm ? '</dt></dl>' : '</dd></dl>';
      this.#isInTerm = false;
    }
  }

  #closeParagraph(): void {
    if (this.#paragraph !== '') this.#out += `</${this.#paragraph}>\n`;
    this.#isInPre = false;
    this.#paragraph = '';
  }

  #inParagraph(text: string, opensPre: boolean): string {
    const closes = CLOSES.test(text);
    if (closes || OPENS.test(text)) {
      this.#pending = '';
      this.#closeParagraph();
      if (opensPre) this.#isInPre = true;
      for (const [, slash] of text.matchAll(/<(\/?)blockquote[\s>]/gi)) this.#isInQuote = slash === '';
      this.#isInBlock = !closes;
      return text;
    }
    if (this.#isInBlock || this.#isInPre) return text;
    if (text.startsWith(' ') && (this.#paragraph === 'pre' || trimmedText(text) !== '') && !this.#isInQuote) {
      if (this.#paragraph !== 'pre') {
        this.#pending = '';
        this.#closeParagraph();
        this.#out += '<pre>';
        this.#paragraph = 'pre';
      }
      return text.slice(1);
    }
    if (trimmedText(text) === '') {
      if (this.#pending !== '') {
        this.#out += `${this.#pending}<br>`;
        this.#pending = '';
        this.#paragraph = 'p';
      } else if (this.#paragraph !== 'p') {
        this.#closeParagraph();
        this.#pending = '<p>';
      } else this.#pending = '</p><p>';
    } else if (this.#pending !== '') {
      this.#out += this.#pending;
      this.#pending = '';
      this.#paragraph = 'p';
    } else if (this.#paragraph !== 'p') {
      this.#closeParagraph();
      this.#out += '<p>';
      this.#paragraph = 'p';
    }
    return text;
  }
}

function colonOf(text: string): number {
  let level = 0;
  for (const match of text.matchAll(/<(\/?)[a-z][^>]*>|:/gi)) {
    if (match[0] === ':') {
      if (level <= 0) return match.index;
    } else if (match[1] === '/') level--;
    else if (!/^<(?:br|hr|wbr)\b/i.test(match[0])) level++;
  }
  return -1;
}
