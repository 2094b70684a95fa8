// node --conditions=@wikiquery/source src/page/build.ts OUTPUT
//
// Builds the documentation into the folder OUTPUT.
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vitepress';
import { referencePages } from '../reference/pages.ts';
import { gatherFacts } from './facts/gather.ts';
import { headingOf, type OutlinePage, overviewOf, type Sidebars, sidebars } from './outline.ts';

const root = join(import.meta.dirname, '../../../..');
const docs = join(root, 'docs');
const [output] = process.argv.slice(2);
if (output === undefined) throw new Error('Name the folder for the built files.');

const dist = join(import.meta.dirname, '../../dist');
mkdirSync(dist, { recursive: true });
const sources = mkdtempSync(join(dist, 'pages-'));
try {
  const pages = await writeSources();
  const bars = sidebars(pages, readFileSync(join(sources, 'index.md'), 'utf8'));
  writeConfiguration(bars);
  await build(sources, { outDir: resolve(output) });
  writeText(pages, bars, output);
} finally {
  rmSync(sources, { recursive: true, force: true });
}

/** Writes all pages below `sources`. Returns their titles. */
async function writeSources(): Promise<OutlinePage[]> {
  const pages = new Map<string, OutlinePage>();
  const write = (path: string, text: string): void => {
    const file = join(sources, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    pages.set(path, { path, title: headingOf(text) ?? path });
  };
  for (const { path, text } of referencePages(await gatherFacts(root))) write(path, `---\neditLink: false\n---\n\n${text}`);
  for (const file of globSync('**/*.md', { cwd: docs }))
    write(file.slice(0, -'.md'.length).split(sep).join('/'), readFileSync(join(docs, file), 'utf8'));
  for (const picture of globSync('**/*.{png,svg,jpg}', { cwd: docs })) cpSync(join(docs, picture), join(sources, picture));
  mkdirSync(join(sources, 'public'), { recursive: true });
  cpSync(join(root, 'packages/explorer/src/page/icon.svg'), join(sources, 'public/icon.svg'));
  if (!pages.has('index')) write('index', startPage([...pages.values()]));
  return [...pages.values()];
}

/** Returns a start page with links to all pages, for a folder of documentation without its own. */
function startPage(pages: readonly OutlinePage[]): string {
  const guide = pages.filter(({ path }) => !path.startsWith('reference/')).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const links = guide.map(({ path, title }) => `- [${title}](${path}.md)\n`);
  return `---\neditLink: false\n---\n\n# wikiquery\n\n${links.join('')}- [Reference](reference/index.md)\n`;
}

/** Writes the files that VitePress loads by path. */
function writeConfiguration(bars: Sidebars): void {
  const folder = join(sources, '.vitepress');
  const here = relative(folder, import.meta.dirname)
    .split(sep)
    .join('/');
  // An expression, because VitePress compiles files that the configuration imports by a literal.
  const configuration = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'configuration.ts')).href);
  mkdirSync(join(folder, 'theme'), { recursive: true });
  writeFileSync(
    join(folder, 'config.mjs'),
    `const { configuration } = await import([${configuration}][0]);\nexport default configuration(${JSON.stringify(bars)});\n`,
  );
  // Without it, the compiler of VitePress would read the tsconfig.json of the repository, which is for a newer one.
  writeFileSync(join(sources, 'tsconfig.json'), '{}\n');
  writeFileSync(join(folder, 'theme/index.ts'), `export { default } from '../${here}/theme/index.ts';\n`);
}

/** Writes the file `llms.txt`, and the Markdown of each page that it lists beside the HTML: language models read Markdown with fewer tokens. */
function writeText(pages: readonly OutlinePage[], bars: Sidebars, output: string): void {
  writeFileSync(join(output, 'llms.txt'), overviewOf(bars));
  for (const { path } of pages) {
    const text = readFileSync(join(sources, `${path}.md`), 'utf8');
    writeFileSync(join(output, `${path}.md`), text.replace(/^---\n[\s\S]*?\n---\n+/, ''));
  }
}
