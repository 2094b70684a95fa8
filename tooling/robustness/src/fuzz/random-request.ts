import type { Random } from '../random.ts';
import type { Offer, Parameter, QueryModule } from '../requests/modules.ts';
import { FORM, type Sending } from '../visitor.ts';
import { encode, HOSTILE, HUGE, LONG } from './hostile.ts';
import type { KnownValues } from './known-values.ts';

export interface RandomRequest {
  readonly sending: Sending;
  /** Index of the session in `cookies`. */
  readonly session: number;
  /** Whether the response must be JSON. */
  readonly isJson: boolean;
}

export interface Material {
  readonly offer: Offer;
  readonly known: KnownValues;
  /** `Cookie` headers of sessions. */
  readonly cookies: readonly string[];
}

type Pair = readonly [name: string, value: string];

/** Generates a request, usually one that a careless client could send, sometimes one of an attacker. */
export function randomRequest(material: Material, random: Random): RandomRequest {
  const { offer, cookies } = material;
  const pairs: Pair[] = random.chance(0.03) ? otherAction(material, random) : queryPairs(material, random);
  const isJson = !random.chance(0.1);
  pairs.push([
    'format',
    isJson ? 'json' : random.of(['jsonfm', 'jsonfm', 'jsonfm', 'none', 'xml', 'xml', 'xmlfm', 'php', '__proto__', '']),
  ]);
  if (random.chance(0.6)) pairs.push(['formatversion', random.of(['1', '2', '2', 'latest'])]);
  if (random.chance(0.15)) pairs.push(['errorformat', random.of(['bc', 'raw', 'none', 'plaintext', 'wikitext', 'html'])]);
  if (random.chance(0.05)) pairs.push(pairFor(random.of(offer.common), material, random));
  if (random.chance(0.02)) pairs.push(['continue', random.of(HOSTILE)]);
  for (const disturb of DISTURBANCES) if (random.chance(0.02)) disturb(pairs, random);
  const isPrinted = isJson && pairs.findLast(([name]) => name === 'format')?.[1] === 'json' && !pairs.some(([name]) => PRINTS.test(name));
  const session = random.below(cookies.length);
  return { session, isJson: isPrinted, sending: sendingOf(pairs, cookies[session] ?? '', random) };
}

/** Parameters that may change the response to a format other than JSON. */
const PRINTS = /^(?:callback|format|exportnowrap|origin|wrappedhtml)/;

function otherAction(material: Material, random: Random): Pair[] {
  const { name, parameters } = random.of(material.offer.actions);
  // Failed logins count toward the limit of the client address, and a logout would end the session.
  if (/log(?:in|out)/.test(name)) return [['action', 'query']];
  return [
    ['action', name],
    ...random.some(parameters.length > 0 ? parameters : material.offer.common, 3).map(one => pairFor(one, material, random)),
  ];
}

function queryPairs(material: Material, random: Random): Pair[] {
  const { modules } = material.offer;
  const pairs: Pair[] = [['action', 'query']];
  const chosen = random.some(modules, random.chance(0.7) ? 1 : 5);
  for (const group of ['prop', 'list', 'meta'] as const) {
    const names = chosen.filter(module => module.group === group).map(({ name }) => name);
    if (names.length > 0) pairs.push([group, names.join('%7C')]);
  }
  for (const module of chosen) pairs.push(...modulePairs(module, '', material, random));
  const generators = modules.filter(({ isGenerator }) => isGenerator);
  if (generators.length > 0 && random.chance(0.25)) {
    const generator = random.of(generators);
    pairs.push(['generator', generator.name], ...modulePairs(generator, 'g', material, random));
  }
  if (random.chance(chosen.some(({ group }) => group === 'prop') ? 0.9 : 0.15)) pairs.push(...pageSet(material, random));
  if (random.chance(0.15)) pairs.push(['redirects', '1']);
  return pairs;
}

function modulePairs(module: QueryModule, before: string, material: Material, random: Random): Pair[] {
  const { parameters } = module;
  if (parameters.length === 0) return [];
  const chosen = new Set([...parameters.filter(({ required }) => required && random.chance(0.95)), ...random.some(parameters, 6)]);
  const isTried = ({ name }: Parameter): boolean => name !== 'continue' || random.chance(0.3);
  return [...chosen].filter(isTried).map(parameter => {
    const [name, value] = pairFor(parameter, material, random);
    return [before + name, value];
  });
}

function pageSet({ known }: Material, random: Random): Pair[] {
  const [name, key] = random.of([
    ['titles', 'title'],
    ['titles', 'title'],
    ['pageids', 'pageid'],
    ['revids', 'revid'],
  ] as const);
  const values = known.get(key) ?? [];
  if (values.length === 0 || random.chance(0.1)) return [[name, random.chance(0.1) ? random.of(LONG)(random) : random.of(HOSTILE)]];
  return [[name, random.some(values, 8).map(encode).join('%7C')]];
}

function pairFor(parameter: Parameter, material: Material, random: Random): Pair {
  const name = parameter.holes.reduce(
    (filled, hole) => filled.replace(`{${hole}}`, random.of(['main', 'main', 'a', '__proto__'])),
    parameter.wireName,
  );
  return [encode(name), valueFor(parameter, material, random)];
}

function valueFor(parameter: Parameter, material: Material, random: Random): string {
  // One rejected value makes the whole request fail, so most values must be valid.
  if (/(?:args|text)$/.test(parameter.name) && random.chance(0.5)) return random.of(LONG)(random);
  if (random.chance(0.05)) return random.of(HOSTILE);
  if (random.chance(0.006)) return random.of(LONG)(random);
  if (!parameter.multi || random.chance(0.5)) return oneValue(parameter, material, random);
  const values = Array.from({ length: 1 + random.below(6) }, () => oneValue(parameter, material, random));
  if (random.chance(0.05)) values.push(random.of(HOSTILE));
  return random.chance(0.05) ? `%1F${values.join('%1F')}` : values.join('%7C');
}

function oneValue({ kind, name, wireName, values, min = 0, max = 500 }: Parameter, { known }: Material, random: Random): string {
  if (values.length > 0) return random.chance(0.97) ? encode(random.of(values)) : random.of(HOSTILE);
  const pool = (...keys: string[]): string => {
    const found = keys.flatMap(key => known.get(key) ?? []);
    return found.length > 0 ? encode(random.of(found)) : random.of(HOSTILE);
  };
  switch (kind) {
    case 'boolean':
      return random.of(['', '1', '0', 'false']);
    case 'limit':
      return random.of(['1', '2', '3', '10', 'max', '50', '500', '501', '0']);
    case 'integer':
      return random.chance(0.5)
        ? String(min + random.below(Math.min(max - min + 1, 1000)))
        : pool('pageid', 'revid', 'userid', 'id', 'logid');
    case 'namespace':
      return random.of(['0', '1', '2', '4', '6', '8', '10', '14', '-1', '-2', '*', '99999']);
    case 'timestamp':
      return pool('timestamp');
    case 'user':
      return pool('user', 'name');
    case 'title':
      return pool('title');
    default:
      return name === 'continue' ? continueValue(wireName, known, random) : textValue(name, known, random);
  }
}

/** Returns a continue value from the server, often with a changed part. If the module has none, it is that of another module. */
function continueValue(wireName: string, known: KnownValues, random: Random): string {
  const all = [...known.keys()].filter(key => key.endsWith('continue'));
  const made = known.get(wireName) ?? known.get(random.of(all.length > 0 ? all : [wireName])) ?? ['0|0'];
  const parts = random.of(made).split('|');
  if (random.chance(0.5)) return encode(parts.join('|'));
  const at = random.below(parts.length);
  const changed = random.of([
    '',
    '-1',
    '0',
    'x',
    '9223372036854775808',
    '1.5',
    `${parts[at]}0`,
    '20240101000000',
    'ÿ',
    '\u0000',
    `${parts[at]}|0`,
  ]);
  return encode(parts.with(at, changed).join('|'));
}

function textValue(name: string, known: KnownValues, random: Random): string {
  const near = [...known.keys()].filter(key => name.startsWith(key) || key.startsWith(name) || name.endsWith(key));
  const keys =
    near.length > 0 && random.chance(0.6)
      ? near
      : random.chance(0.5)
        ? ['title', 'user', 'name', 'timestamp', 'pageid']
        : [...known.keys()];
  const values = known.get(random.of(keys)) ?? [];
  if (values.length === 0) return random.of(HOSTILE);
  const value = random.of(values);
  return encode(random.chance(0.2) ? value.slice(0, random.below(value.length + 1)) : value);
}

/** Functions that make the parameters of a request malformed. */
const DISTURBANCES: readonly ((pairs: Pair[], random: Random) => void)[] = [
  // Duplicate parameters
  (pairs, random) => pairs.push([random.of(pairs)[0], random.of(HOSTILE)]),
  // Arrays in PHP syntax
  (pairs, random) =>
    pairs.push([`${random.of(pairs)[0]}${random.of(['[]', '%5B%5D', '[0]', '[__proto__]', '[[', '[a][b][c]', ']'])}`, '1']),
  (pairs, random) => pairs.push([`${random.of(pairs)[0]}${'[a]'.repeat(random.below(500))}`, '1']),
  // Hostile parameter names
  (pairs, random) =>
    pairs.push([
      random.of(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '%00', '%ff', '%', 'a.b', 'a+b', '%EF%BB%BFaction']),
      random.of(HOSTILE),
    ]),
  (pairs, random) => pairs.push([`${random.of(pairs)[0]}%00`, '1']),
  // Names in upper case or with a leading space
  (pairs, random) => pairs.push([random.of(pairs)[0].toUpperCase(), '1'], [`+${random.of(pairs)[0]}`, '1']),
  // Truncated percent escapes
  (pairs, random) => {
    const at = random.below(pairs.length);
    const [name, value] = pairs[at] as Pair;
    pairs[at] = [name, value.slice(0, random.below(value.length + 1))];
  },
];

/** Maximum length in characters of parameters in a URL. Longer ones go into a body. */
const LONGEST_URL = 40_000;

function sendingOf(pairs: Pair[], cookie: string, random: Random): Sending {
  const headers: Record<string, string> = { ...(cookie !== '' && { cookie }) };
  if (random.chance(0.01)) headers.cookie = random.of(['__proto__=1', 'a', '=', ';;;', `${cookie.slice(0, -3)}xyz`, 'a="b']);
  if (random.chance(0.01)) headers['accept-language'] = random.of(['*', 'x;q=a', 'en,'.repeat(500), '\u00ff', '']);
  if (random.chance(0.002)) pairs.push([random.of(pairs)[0], random.of(HUGE)(random)]);
  const text = pairs
    .map(([name, value]) => (value === '' && random.chance(0.3) ? name : `${name}=${value}`))
    .join(random.chance(0.01) ? '&&' : '&');
  const shape =
    text.length > LONGEST_URL ? 'form' : random.of(['url', 'url', 'url', 'url', 'url', 'url', 'form', 'form', 'multipart', 'head']);
  switch (shape) {
    case 'url':
      return { query: text, headers };
    case 'head':
      return { method: 'HEAD', query: text, headers };
    case 'form': {
      // Some parameters stay in the URL.
      const at = text.length > LONGEST_URL ? 0 : text.indexOf('&', random.below(text.length));
      const type = random.chance(0.03)
        ? random.of(['text/plain', 'application/json', 'multipart/form-data', 'multipart/form-data; boundary='])
        : FORM;
      return {
        method: 'POST',
        query: text.slice(0, Math.max(at, 0)),
        body: text.slice(at + 1),
        headers: { ...headers, 'content-type': type },
      };
    }
    default:
      return {
        method: 'POST',
        body: multipart(pairs),
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      };
  }
}

const BOUNDARY = 'part-of-a-form';

function multipart(pairs: readonly Pair[]): Uint8Array {
  const parts = pairs.flatMap(([name, value]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '')}"\r\n\r\n`),
    Buffer.from(
      value.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
