import { encode } from '../fuzz/hostile.ts';
import { findBases } from '../requests/bases.ts';
import type { Offer, Parameter } from '../requests/modules.ts';
import { FORM, type Sending, type Visitor } from '../visitor.ts';
import { COUNTERPARTS, type Kind } from './shapes/index.ts';

/** A part of a request that accepts a hostile text. */
export interface Place {
  readonly name: string;
  readonly takes: readonly Kind[];
  /** Returns the request with a text, which has about `size` bytes. */
  request(text: string, size: number): Sending | Promise<Sending>;
}

type Params = Readonly<Record<string, string>>;

/** Returns the title of the page that texts of a size are compared with. */
export const counterpartTitle = (name: string, size: number): string => `Counterpart of ${name} ${size}`;

/** Places that require several parameters. */
const MADE: readonly Place[] = [
  place('revisions.rvdifftotext, saved', ['wikitext', 'characters'], 'rvdifftotext', {
    prop: 'revisions',
    titles: 'Counterpart of lines 1000',
    rvprop: 'ids',
    rvdifftotextpst: '1',
  }),
  ...Object.keys(COUNTERPARTS).map(
    (name): Place => ({
      name: `revisions.rvdifftotext, against ${name}`,
      takes: ['difference'],
      request: (text, size) =>
        sending({ prop: 'revisions', titles: counterpartTitle(name, size), rvprop: 'ids' }, [['rvdifftotext', text]]),
    }),
  ),
  ...Object.keys(COUNTERPARTS).map(
    (name): Place => ({
      name: `compare, against ${name}`,
      takes: ['difference', 'characters'],
      request: (text, size) =>
        sending({ action: 'compare', fromtitle: counterpartTitle(name, size), toslots: 'main', prop: 'diff|diffsize' }, [
          ['totext-main', text],
        ]),
    }),
  ),
  place('compare.totext-main, prepared', ['wikitext'], 'totext-main', {
    action: 'compare',
    fromtitle: 'Counterpart of lines 1000',
    toslots: 'main',
    topst: '1',
    difftype: 'unified',
  }),
  // The first character changes the separator, so that the text stays one value.
  place(
    'allmessages.amargs',
    ['wikitext', 'characters', 'pattern'],
    'amargs',
    { meta: 'allmessages', ammessages: '*', amenableparser: '1' },
    '\u001f',
  ),
  place('allmessages.amargs, several', ['list'], 'amargs', { meta: 'allmessages', ammessages: '*', amenableparser: '1' }),
  place('requestid in a page', ['printed', 'characters'], 'requestid', { titles: 'Main_Page', format: 'jsonfm' }),
  place('titles in a page', ['printed', 'title'], 'titles', { format: 'jsonfm' }),
  place('requestid in XML', ['printed', 'characters'], 'requestid', { titles: 'Main_Page', format: 'xml' }),
  place('an unknown list, reported as HTML', ['printed', 'wikitext', 'characters'], 'list', { errorformat: 'html' }),
  place('an unknown list, reported as wikitext', ['printed'], 'list', { errorformat: 'wikitext' }),
  place('an unknown parameter', ['printed', 'characters'], 'unknown', { errorformat: 'html' }),
  place('parse.text', ['wikitext'], 'text', { action: 'parse', contentmodel: 'wikitext' }),
  place('expandtemplates.text', ['wikitext'], 'text', { action: 'expandtemplates', prop: 'wikitext|categories|properties' }),
  place('a search in files, titles and texts', ['pattern', 'characters'], 'srsearch', {
    list: 'search',
    srnamespace: '*',
    srprop: 'snippet|titlesnippet|wordcount',
  }),
];

const REST: readonly Place[] = [
  rest('a title', ['title', 'characters', 'link'], text => ({ path: `/v1/page/${encode(text)}` })),
  rest('the page of a file', ['title', 'characters'], text => ({ path: `/v1/file/${encode(text)}` })),
  rest('a path', ['title', 'characters'], text => ({ path: `/${text.replaceAll(/[^!-~]/g, encode)}` })),
  rest('ids of revisions', ['number', 'list'], text => ({ path: `/v1/revision/${encode(text)}/compare/${encode(text)}` })),
  rest('a search of pages', ['pattern', 'characters'], text => ({ path: '/v1/search/page', query: `q=${encode(text)}` })),
  rest('a search of titles', ['pattern', 'characters', 'title'], text => ({ path: '/v1/search/title', query: `q=${encode(text)}` })),
  rest('wikitext to HTML', ['wikitext', 'characters'], text => ({
    ...{ method: 'POST', path: '/v1/transform/wikitext/to/html/Main_Page' },
    body: JSON.stringify({ wikitext: text }),
    headers: { 'content-type': 'application/json' },
  })),
  rest('wikitext of a form to HTML', ['characters', 'printed'], text => ({
    ...{ method: 'POST', path: '/v1/transform/wikitext/to/html' },
    body: `wikitext=${encode(text)}`,
    headers: { 'content-type': FORM },
  })),
  rest('a JSON body', ['printed', 'wikitext', 'characters'], text => ({
    ...{ method: 'POST', path: '/v1/transform/wikitext/to/html' },
    body: text,
    headers: { 'content-type': 'application/json' },
  })),
];

/** Returns every parameter that accepts a text, a pattern, a title, a name, a time or a number. */
export async function findPlaces(offer: Offer, visitor: Visitor): Promise<Place[]> {
  const titles = await titlesOfEachNamespace(visitor);
  const bases = await findBases(offer, { titles }, question => visitor.json(question));
  const places = [...MADE, ...REST];
  const isMade = new Set(['amargs', 'rvdifftotext']);
  for (const [{ name, group, parameters }, { all, filters }] of bases) {
    const pages: Params = group === 'prop' ? { titles } : {};
    for (const parameter of parameters) {
      const { wireName } = parameter;
      const takes = kindsOf(parameter);
      if (takes.length === 0 || isMade.has(wireName)) continue;
      const base: Params = { ...pages, ...all, ...filters.find(filter => wireName in filter || Object.keys(filter).length === 0) };
      places.push(place(`${name}.${wireName}`, takes, wireName, base));
    }
  }
  for (const parameter of offer.common) {
    const takes = kindsOf(parameter);
    if (takes.length > 0) places.push(place(parameter.wireName, takes, parameter.wireName, { prop: 'info' }));
  }
  for (const { name, parameters } of offer.actions) {
    if (/log(?:in|out)/.test(name)) continue;
    for (const parameter of parameters) {
      const takes = kindsOf(parameter);
      if (takes.length > 0) places.push(place(`${name}.${parameter.wireName}`, takes, parameter.wireName, { action: name }));
    }
  }
  return places;
}

/** Returns the kinds of texts that are sent in a parameter. */
function kindsOf({ kind, name, multi, values }: Parameter): readonly Kind[] {
  const several: readonly Kind[] = multi ? ['list'] : [];
  switch (kind) {
    case 'timestamp':
      return ['time'];
    case 'integer':
    case 'limit':
      return ['number', ...several];
    case 'namespace':
      return ['number'];
    case 'user':
      return ['address', 'title', ...several];
    case 'title':
      return ['title', 'characters', ...several];
    case 'string':
    case 'password':
      break;
    default:
      return multi && values.length > 0 ? several : [];
  }
  if (name.endsWith('continue')) return ['continue'];
  if (name.includes('hex')) return ['hexadecimal'];
  if (name === 'query') return ['link', 'pattern'];
  if (/^(?:ip|iprange)$/.test(name)) return ['address'];
  return ['characters', 'title', ...(/search|filter|prefix|query/.test(name) ? (['pattern'] as const) : []), ...several];
}

/** Returns the titles of some pages in several namespaces. */
async function titlesOfEachNamespace(visitor: Visitor): Promise<string> {
  const found = await Promise.all(
    ['0', '2', '6', '14'].map(async apnamespace => {
      const { query } = await visitor.json({ list: 'allpages', aplimit: '3', apnamespace });
      return query.allpages.map(({ title }: { readonly title: string }) => title);
    }),
  );
  return found.flat().join('|');
}

function place(name: string, takes: readonly Kind[], parameter: string, base: Params, before = ''): Place {
  return { name, takes, request: text => sending(base, [[parameter, before + text]]) };
}

function rest(name: string, takes: readonly Kind[], request: Place['request']): Place {
  return { name: `REST, ${name}`, takes, request };
}

/** Returns a POST request. The attacked parameters come last, so that they take precedence. */
export function sending(base: Params, attack: readonly (readonly [name: string, text: string])[] = []): Sending {
  const pairs = [...Object.entries({ action: 'query', format: 'json', formatversion: '2', ...base }), ...attack];
  return {
    method: 'POST',
    body: pairs.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&'),
    headers: { 'content-type': FORM },
  };
}
