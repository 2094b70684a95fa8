import { readRecording } from '@wikiquery/conformance/recording';
import { readOffer } from '../modules.ts';
import { Random } from '../random.ts';
import { type KnownValues, readKnownValues } from '../requests/known-values.ts';
import { type Material, randomRequest } from '../requests/random-request.ts';
import type { Sending, Visitor } from '../visitor.ts';

/** Stands in the `Cookie` header for the session that each server gave. */
export const SESSION = '@session';

/** What each kind has of all requests; the rest is random. */
const SHARES = { recorded: 0.4, actions: 0.1, rest: 0.15 };
const SEED = 71;

/** Requests of all kinds that always have the same answer: recorded, random, of all modules and actions, and to the REST API. */
export async function requestsFor(set: string, visitor: Visitor, session: string, count: number): Promise<Sending[]> {
  const offer = await readOffer(params => visitor.json(params));
  const known = await readKnownValues(offer, params => visitor.json(params, session));
  const material: Material = { offer, known, cookies: session === '' ? [''] : ['', SESSION] };
  const random = new Random(SEED);
  const recorded = recordedOf(set);
  const kinds = {
    recorded: () => random.of(recorded),
    actions: () => firstOf(() => randomRequest(material, random).sending, isOther),
    rest: () => restRequest(known, random),
  };
  const requests: Sending[] = [];
  for (const [kind, share] of Object.entries(SHARES)) {
    const end = requests.length + Math.round(count * share);
    while (requests.length < end) requests.push(firstOf(kinds[kind as keyof typeof kinds], isSteady));
  }
  while (requests.length < count) requests.push(firstOf(() => randomRequest(material, random).sending, isSteady));
  return requests;
}

function firstOf<T>(make: () => T, holds: (made: T) => boolean): T {
  for (;;) {
    const made = make();
    if (holds(made)) return made;
  }
}

const textOf = ({ query = '', body = '' }: Sending): string => `${query}&${Buffer.from(body).toString('latin1')}`;
const isSteady = (sending: Sending): boolean => !/random|token/i.test(textOf(sending));
const isOther = (sending: Sending): boolean => !/action(?:=|"\r\n\r\n)(?:query\b|%)/.test(textOf(sending));

function recordedOf(set: string): Sending[] {
  const probes = readRecording(set).probes.filter(
    ({ probe }) => probe.session === 'anon' && probe.compare !== 'random' && !probe.headers && !probe.raw,
  );
  return probes.map(({ probe }) => {
    const text = new URLSearchParams({ ...probe.params }).toString();
    if (probe.method === 'GET') return { query: text };
    return { method: 'POST', body: text, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  });
}

/** Below rest.php; `{…}` is a value of the wiki. */
const ROUTES = [
  ...['', '/bare', '/html', '/with_html', '/history', '/links/language', '/links/media'].map(end => `/v1/page/{title}${end}`),
  ...['edits', 'anonymous', 'bot', 'editors', 'minor', 'reverted'].map(type => `/v1/page/{title}/history/counts/${type}`),
  ...['', '/bare', '/html', '/with_html', '/compare/{revid}'].map(end => `/v1/revision/{revid}${end}`),
  ...['page', 'title'].map(place => `/v1/search/${place}?q={title}`),
  '/v1/file/{title}',
  '/v1/transform/wikitext/to/html/{title}',
];
const TRANSFORM = '/transform/';

function restRequest(known: KnownValues, random: Random): Sending {
  const value = (key: string): string => encodeURIComponent(random.of(known.get(key) ?? ['1']));
  const [path = '', query = ''] = random
    .of(ROUTES)
    .replaceAll(/\{(\w+)\}/g, (_, key: string) => value(key))
    .split('?');
  if (!path.includes(TRANSFORM)) return { path, query };
  const wikitext = `''[[${random.of(known.get('title') ?? ['A'])}]]'' {{SITENAME}} {{PAGENAME}}`;
  return { method: 'POST', path, body: JSON.stringify({ wikitext }), headers: { 'content-type': 'application/json' } };
}
