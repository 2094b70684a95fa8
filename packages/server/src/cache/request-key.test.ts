// Keys of the response cache: two different requests never share a key.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { RequestCoalescer } from './request-coalescer.ts';
import { requestKey } from './request-key.ts';
import { ResponseCache, type ResponseCacheOptions, type SharedResponse } from './response-cache.ts';

/** All parts of a request that its response may depend on. */
interface Parts {
  readonly path?: string | undefined;
  readonly query: string;
  readonly secure: boolean;
  readonly language?: string | undefined;
  readonly origin?: string | undefined;
  readonly untrusted?: string | undefined;
  readonly ip: string;
}

const requestOf = ({ path, query, secure, language, origin, untrusted, ip }: Parts) => ({
  method: 'GET' as const,
  path,
  query,
  body: undefined,
  secure,
  ip,
  headers: {
    ...(language !== undefined && { 'accept-language': language }),
    ...(origin !== undefined && { origin }),
    ...(untrusted !== undefined && { 'treat-as-untrusted': untrusted }),
  },
});

const keyFor = (parts: Parts): string => requestKey(requestOf(parts)) as string;

/** Strings that may be special in a key: separators, quotes, lengths, literals. */
const PIECES = [
  '?',
  '&',
  ' ',
  ' secure',
  '"',
  ',',
  '[',
  ']',
  'null',
  'false',
  'true',
  '-',
  's',
  ':',
  '0:',
  '1:',
  '3:',
  '\n',
  '\\',
  '/',
  'a',
  'b',
  '',
  '7',
  '12',
];

/** Generates reproducible random numbers from 0 (inclusive) to 1 (exclusive). */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Generates pairs of requests that differ in one part, have the same text split differently, or imitate each other's key. */
function* pairs(count: number): Generator<readonly [Parts, Parts]> {
  const source = numbers(7);
  const next = (below: number): number => Math.floor((source.next().value as number) * below);
  const text = (length: number): string => Array.from({ length: next(length) }, () => PIECES[next(PIECES.length)]).join('');
  const maybe = (value: string): string | undefined => (next(4) === 0 ? undefined : value);
  const cut = (whole: string): Parts => {
    const ends = Array.from({ length: 4 }, () => next(whole.length + 1)).sort((a, b) => a - b);
    const [path = '', query = '', language = '', origin = '', untrusted = ''] = [0, ...ends].map((begin, i) => whole.slice(begin, ends[i]));
    return {
      path: maybe(path),
      query,
      secure: next(2) === 0,
      language: maybe(language),
      origin: maybe(origin),
      untrusted: maybe(untrusted),
      ip: IPS[next(3)]!,
    };
  };
  const change = (parts: Parts): Parts => {
    const name = (['path', 'query', 'language', 'origin', 'untrusted', 'ip', 'secure'] as const)[next(7)]!;
    if (name === 'secure') return { ...parts, secure: !parts.secure };
    if (name === 'ip') return { ...parts, ip: IPS[next(3)]! };
    return { ...parts, [name]: name === 'query' ? text(4) : maybe(text(4)) };
  };
  for (let made = 0; made < count; ) {
    const whole = text(12);
    const one = cut(whole);
    const other = [() => cut(whole), () => change(one), () => asQuery(one), () => cut(keyFor(one))][next(4)]!();
    if (isSame(one, other)) continue;
    made++;
    yield [one, other];
  }
}

const IPS = ['192.0.2.1', '192.0.2.2', '::1'];

/** Returns a request whose query is the key of another request. */
const asQuery = (parts: Parts): Parts => ({ query: keyFor(parts), secure: false, ip: parts.ip });

const isSame = (a: Parts, b: Parts): boolean =>
  JSON.stringify(requestOf(a)) === JSON.stringify(requestOf(b)) && (a.path === undefined) === (b.path === undefined);

describe('request keys', () => {
  it('different requests never have the same key, in 20,000 pairs of entry points, queries and headers', () => {
    const shared: unknown[] = [];
    for (const [one, other] of pairs(20_000)) {
      const differOnlyInAddress = isSame({ ...one, ip: '' }, { ...other, ip: '' });
      if (!differOnlyInAddress && keyFor(one) === keyFor(other)) shared.push([one, other]);
    }
    expect(shared.slice(0, 5)).toEqual([]);
  });

  it('different requests never get the same cached response, public or for one address, in 10,000 pairs', async () => {
    const wrong: unknown[] = [];
    for (const isPublic of [true, false]) {
      for (const [one, other] of pairs(5000)) {
        const kept = new ResponseCache({ ...OPTIONS, most: 1 << 20 });
        await kept.make(keyFor(one), { ip: one.ip }, async () => responseFor(isPublic));
        const isRight = isPublic && isSame({ ...one, ip: '' }, { ...other, ip: '' });
        if (!isRight && (await kept.find(keyFor(other), other.ip)) !== undefined) wrong.push([one, other]);
        expect(await kept.find(keyFor(one), one.ip)).toBeDefined();
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('requests with credentials, a body, conditional headers or a method other than GET have no key', () => {
    const request = requestOf({ query: 'a', secure: false, ip: IPS[0]!, path: '/v1/a' });
    const withHeader = (name: string) => requestKey({ ...request, headers: { ...request.headers, [name]: 'x' } });
    for (const name of ['cookie', 'authorization', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'])
      expect([name, withHeader(name)]).toEqual([name, undefined]);
    expect(requestKey({ ...request, body: '' })).toBeUndefined();
    for (const method of ['HEAD', 'POST', 'OPTIONS'] as const) expect(requestKey({ ...request, method })).toBeUndefined();
  });
});

const OPTIONS: Omit<ResponseCacheOptions, 'most'> = { state: () => 1, now: () => 0, lifetime: 0, metrics: { lookedUp() {} } };

const responseFor = (isPublic: boolean): SharedResponse => ({ status: 200, headers: {}, body: 'x', isPublic, freshness: 'unchanged' });

describe('memory for past requests', () => {
  const LONG = 'x'.repeat(62_000);
  const request = (i: number) => ({
    ...requestOf({ query: `${i}${LONG}`, secure: false, ip: IPS[0]! }),
    signal: AbortSignal.timeout(60_000),
  });

  it('does not grow with the length of request URLs', async () => {
    const kept = new ResponseCache({ ...OPTIONS, most: 0 });
    const gates: (() => void)[] = [];
    const equal = new RequestCoalescer(() => new Promise<SharedResponse>(resolve => gates.push(() => resolve(responseFor(false)))), kept, {
      shared() {},
    });
    const before = heapUsed();
    for (let group = 0; group < 2000; group++) {
      const both = [equal.answer(request(group)), equal.answer(request(group))];
      gates.shift()?.();
      await both[0];
      await new Promise(setImmediate);
      for (const open of gates.splice(0)) open();
      await Promise.all(both);
    }
    // 2,000 URLs of 62 KB would take 124 MB.
    expect(heapUsed() - before).toBeLessThan(20 << 20);
    expect(equal).toBeDefined();
  });
});

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
