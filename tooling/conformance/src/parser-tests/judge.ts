import type { ParserTest } from './read.ts';

/** Returns the reason why a test cannot run on this server, or undefined if it can. */
export function whyLeftOut({ options, config, file, html, wikitext }: ParserTest): string | undefined {
  const has = (name: string): boolean => options.has(name);
  if (has('disabled')) return 'switched off';
  if (has('nohtml')) return 'has no HTML';
  if (/^legacyMedia|^legacyHeadings/.test(file)) return 'old HTML of images and headings';
  if (/<(?:t[aå]g|statictag|spantag|asidetag|sealtag|divtag|pwraptest|dummyexttag|rawhtml|aside)\b/iu.test(wikitext))
    return 'a tag that only the tests have';
  if (/[\0\b]/.test(wikitext)) return 'a character that requests cannot contain';
  if (/<img src="http/.test(html) && !wikitext.includes('[[')) return 'images of other sites';
  if (has('language') && options.get('language') !== 'en') return 'another language';
  if (has('variant') || has('htmlvariantlanguage')) return 'a variant of a language';
  for (const name of [
    'maxincludesize',
    'maxtemplatedepth',
    'lastsavedrevision',
    'externallinktarget',
    'subpage',
    'msg',
    'preload',
    'replace',
    'comment',
    'parsoid-only',
    'styletag',
    'djvu',
    'extension',
    'showmedia',
    'external-images',
  ])
    if (has(name)) return `option ${name}`;
  // A missing section is an error in the API.
  if (has('section') && html === '') return 'a section that does not exist';
  for (const [name, value] of [...config, ...options])
    if (/^wg/i.test(name) && !USUAL.has(`${name.toLowerCase()}=${value}`)) return `setting ${name}`;
  return undefined;
}

const USUAL: ReadonlySet<string> = new Set([
  'wgparserenablelegacymediadom=false',
  'wgparserenablelegacyheadingdom=true',
  'wgfragmentmode=[ "html5", "legacy" ]',
]);

/** The user's preferred thumbnail width in pixels. */
export const thumbSizeOf = ({ options }: ParserTest): number => Number(options.get('thumbsize') ?? 180);

export function requestOf({ wikitext, options }: ParserTest): Readonly<Record<string, string>> {
  const title = options.get('title');
  const section = options.get('section');
  return {
    ...{ action: 'parse', text: wikitext, title: typeof title === 'string' ? title : 'Parser test', contentmodel: 'wikitext' },
    ...(options.has('pst')
      ? { onlypst: '1' }
      : { prop: typeof section === 'string' ? 'wikitext' : 'text', wrapoutputclass: '', disablelimitreport: '1' }),
    ...(typeof section === 'string' && { section }),
  };
}

/** Normalises white space and equivalent HTML syntax. */
export const normalized = (html: string): string =>
  html
    .replaceAll(/<meta property="mw:PageProp\/toc" \/>/g, '')
    .replaceAll(/<(br|hr|img|wbr|link|meta|input)([^>]*?)\s*\/?>/g, '<$1$2 />')
    .replaceAll(/&(?:nbsp|#160);/g, '\u00a0')
    // Later patch releases of 1.43 write `_` as this character reference.
    .replaceAll('&#95;', '_')
    .replaceAll(/\n+/g, '\n')
    .trim();
