/** A case of MediaWiki's parser tests. */
export interface ParserTest {
  /** The file, and the name of the test in it. */
  readonly file: string;
  readonly name: string;
  readonly wikitext: string;
  /** What the parser of MediaWiki makes of it. */
  readonly html: string;
  /** `title`, `pst`, `section` …: of one without a value `true`. */
  readonly options: ReadonlyMap<string, string | true>;
  /** Settings that are not those of all tests. */
  readonly config: ReadonlyMap<string, string>;
}

export interface Article {
  readonly title: string;
  readonly text: string;
}

/** The articles and tests of a file, in its order; what has no HTML that MediaWiki's own parser gives is left out. */
export function readParserTests(file: string, text: string): { articles: Article[]; tests: ParserTest[] } {
  const articles: Article[] = [];
  const tests: ParserTest[] = [];
  let parts = new Map<string, string[]>();
  let part: string[] | undefined;
  for (const line of text.split('\n')) {
    const [, name] = /^!!\s*([\w/+*,]+)\s*$/.exec(line) ?? [];
    if (name === undefined) part?.push(line);
    else if (name === 'end' || name === 'endarticle') {
      const joined = new Map(Array.from(parts, ([key, lines]) => [key, lines.join('\n')]));
      if (joined.has('article')) articles.push({ title: (joined.get('article') ?? '').trim(), text: (joined.get('text') ?? '').trimEnd() });
      else tests.push(...testOf(file, joined));
      [parts, part] = [new Map(), undefined];
    } else {
      part = [];
      parts.set(name.toLowerCase(), part);
    }
  }
  return { articles, tests };
}

/** Names of the part that holds the HTML; the first that is there counts. */
const EXPECTED = ['html/php', 'html/*', 'html', 'result'];

function testOf(file: string, parts: ReadonlyMap<string, string>): ParserTest[] {
  const html = EXPECTED.map(name => parts.get(name)).find(found => found !== undefined);
  const wikitext = parts.get('wikitext') ?? parts.get('input');
  const name = parts.get('test')?.trim();
  if (html === undefined || wikitext === undefined || name === undefined) return [];
  const config = new Map(
    (parts.get('config') ?? '').split('\n').flatMap(line => {
      const at = line.indexOf('=');
      return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
    }),
  );
  return [{ file, name, wikitext, html, options: optionsOf(parts.get('options') ?? ''), config }];
}

/** `name`, `name=value`, `name="value"`, `name=[[Title]]`, `name={ JSON }`. */
function optionsOf(written: string): ReadonlyMap<string, string | true> {
  const bare = written.replaceAll(/\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}');
  return new Map(
    Array.from(bare.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|\[\[(.*?)\]\]|(\{\}|\[.*?\]|[^\s,]+(?:,[^\s,=]+(?![^\s]*=))*)))?/g)).map(
      ([, name = '', quoted, title, plain]) => [name.toLowerCase(), quoted ?? title ?? plain ?? true],
    ),
  );
}
