// Checks that the relative links of all Markdown files lead to existing files and headings.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { markdownFiles, ROOT } from './blocks.ts';

it('all relative links lead to existing files and headings', () => {
  const links = markdownFiles().flatMap(file => linksOf(file).map(link => ({ file, link })));
  expect(links.length).toBeGreaterThan(400);
  expect(links.filter(({ file, link }) => !leadsSomewhere(file, link)).map(({ file, link }) => `${file}: ${link}`)).toEqual([]);
});

it('every page of docs is listed on the home page', () => {
  const home = 'docs/index.md';
  const listed = new Set(linksOf(home).map(link => join(dirname(home), link)));
  const pages = markdownFiles().filter(file => file.startsWith('docs/') && file !== home);
  expect(pages.filter(page => !listed.has(page))).toEqual([]);
});

/** Returns the targets of the relative links and images of a file. */
const linksOf = (file: string): string[] =>
  Array.from(proseOf(file).matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target!).filter(target => !/^[a-z]+:/.test(target));

/** Returns the text of a file without its code. */
const proseOf = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8')
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, code => (code.includes('](') ? '' : code));

function leadsSomewhere(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path));
  if (!existsSync(join(ROOT, target))) return false;
  if (anchor === undefined) return true;
  return anchorsOf(statSync(join(ROOT, target)).isDirectory() ? join(target, 'README.md') : target).has(anchor);
}

/** Returns the anchors that GitHub creates for the headings of a file. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of proseOf(file).matchAll(/^#+ (.*)$/gm)) {
    const slug = heading!
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let number = 1; anchors.has(anchor); number++) anchor = `${slug}-${number}`;
    anchors.add(anchor);
  }
  return anchors;
}
