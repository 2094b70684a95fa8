/** A test of MediaWiki's parser. */
export interface ParserTest {
  readonly file: string;
  readonly name: string;
  readonly wikitext: string;
  /** The expected HTML. */
  readonly html: string;
  /** Options such as `title`, `pst` and `section`. Options without a value are `true`. */
  readonly options: ReadonlyMap<string, string | true>;
  /** MediaWiki settings that this test needs. */
  readonly config: ReadonlyMap<string, string>;
}

export interface Article {
  readonly title: string;
  readonly text: string;
}

/** Parses the articles and tests of a file. Leaves out tests that have no expected HTML of MediaWiki's PHP parser. */
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

/** Possible names of the section with the expected HTML, in order of preference. */
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

/** Parses options: `name`, `name=value`, `name="value"`, `name=[[Title]]`, `name={ JSON }`. */
function optionsOf(written: string): ReadonlyMap<string, string | true> {
  const bare = written.replaceAll(/\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}');
  return new Map(
    Array.from(bare.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|\[\[(.*?)\]\]|(\{\}|\[.*?\]|[^\s,]+(?:,[^\s,=]+(?![^\s]*=))*)))?/g)).map(
      ([, name = '', quoted, title, plain]) => [name.toLowerCase(), quoted ?? title ?? plain ?? true],
    ),
  );
}
