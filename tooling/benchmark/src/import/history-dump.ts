import { sha1Base36 } from '@wikiquery/sha1';

const REVISIONS_OF_A_PAGE = 25;
const EDITORS = 1000;

/**
 * An XML dump with full history, piece by piece, that ends with the page in which it reaches so many bytes: a smaller one is the beginning of a
 * larger one.
 */
export function* historyDump(bytes: number): Generator<string> {
  const begin = HEAD + pageXml('Template:Note', 10, 1, [revisionXml(1, false, 'See the note on [[Subject {{{1}}}]].')]);
  yield begin;
  let written = begin.length;
  for (let id = 2; written < bytes; id++) {
    const text = growingPage(id);
    written += Buffer.byteLength(text);
    yield text;
  }
  yield '</mediawiki>\n';
}

const HEAD = `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo>
    <sitename>Benchmark</sitename>
    <dbname>benchmark</dbname>
    <base>http://localhost/wiki/Main_Page</base>
    <generator>MediaWiki 1.43.0</generator>
    <case>first-letter</case>
    <namespaces>
      <namespace key="0" case="first-letter" />
      <namespace key="10" case="first-letter">Template</namespace>
      <namespace key="14" case="first-letter">Category</namespace>
    </namespaces>
  </siteinfo>
`;

/** A page that grows by a paragraph with each revision. */
function growingPage(id: number): string {
  const title = `Subject ${id}`;
  const revisions: string[] = [];
  let text = `'''${title}''' {{Note|${id % 7}}}\n`;
  for (let number = 0; number < REVISIONS_OF_A_PAGE; number++) {
    const revision = id * REVISIONS_OF_A_PAGE + number;
    text += `\n${paragraph(revision)}\n`;
    revisions.push(revisionXml(revision, number > 0, `${text}\n[[Category:Subjects ${id % 50}]]`));
  }
  return pageXml(title, 0, id, revisions);
}

const pageXml = (title: string, namespace: number, id: number, revisions: readonly string[]): string =>
  `  <page>\n    <title>${title}</title>\n    <ns>${namespace}</ns>\n    <id>${id}</id>\n${revisions.join('')}  </page>\n`;

function revisionXml(id: number, hasParent: boolean, text: string): string {
  const editor = (id * 7919) % EDITORS;
  const who = editor % 10 === 0 ? `<ip>192.0.2.${id % 256}</ip>` : `<username>Editor ${editor}</username>\n        <id>${editor}</id>`;
  const sha1 = sha1Base36(text);
  return `    <revision>
      <id>${id}</id>
${hasParent ? `      <parentid>${id - 1}</parentid>\n` : ''}      <timestamp>${new Date(Date.UTC(2010, 0, 1) + id * 60_000).toISOString().replace('.000', '')}</timestamp>
      <contributor>
        ${who}
      </contributor>
      <comment>${WORDS[id % WORDS.length]} and ${WORDS[(id * 13) % WORDS.length]}</comment>
      <model>wikitext</model>
      <format>text/x-wiki</format>
      <text bytes="${Buffer.byteLength(text)}" sha1="${sha1}" xml:space="preserve">${escapeXml(text)}</text>
      <sha1>${sha1}</sha1>
    </revision>
`;
}

/** Sixty words, some of them links. */
function paragraph(seed: number): string {
  const words: string[] = [];
  let state = seed;
  for (let i = 0; i < 60; i++) {
    state = (state * 48_271 + 11) % 2_147_483_647;
    const word = WORDS[state % WORDS.length] as string;
    words.push(i % 15 === 14 ? `[[Subject ${state % 5000}|${word}]]` : word);
  }
  return `${words.join(' ')}.<ref>[https://site${seed % 100}.example/${seed} ${words[0]} & ${words[1]}]</ref>`;
}

const WORDS = (
  'about after again along among around because before being between both called century church city company corner country during early each ' +
  'family first found from group history island known large later Märchen many mountain naïve north number often people place river Zürich school'
).split(' ');

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
