import { argon2, createHash, getHashes, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

export interface Passwords {
  /** Whether `password` belongs to a stored hash (`user_password`, `bp_password`). An unknown or broken hash refuses everything. */
  verify(stored: string, password: string): Promise<boolean>;
  /** Takes as long as {@link verify} on a hash of the default kind, and refuses: for accounts that do not exist. */
  refuse(password: string): Promise<false>;
  /** The hash is of a known kind, so that some password fits. */
  isUsable(stored: string): boolean;
}

/** Types of `$wgPasswordConfig` that apply other types one after another, by name. These two are MediaWiki's. */
export const MEDIAWIKI_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'pbkdf2-legacyA': ['A', 'pbkdf2'],
  'pbkdf2-legacyB': ['B', 'pbkdf2'],
};

/**
 * Reads MediaWiki's password hashes: `:type:parameters…:hash`, as `Password` and its subclasses write them.
 *
 * Hashing runs in the thread pool, never in the event loop, and at most two at a time: a flood of login attempts must leave
 * threads for signatures and name look-ups.
 */
export function createPasswords(layers: Readonly<Record<string, readonly string[]>> = MEDIAWIKI_LAYERS): Passwords {
  const schemes = new Map<string, Scheme>(Object.entries(SCHEMES));
  for (const [name, types] of Object.entries(layers)) schemes.set(name, layered(name, types));
  const queue = pLimit(2);

  const read = (stored: string) => {
    const [, type = '', rest = ''] = /^:([^:]+):(.*)$/s.exec(stored) ?? [];
    const scheme = schemes.get(type);
    return scheme && rest !== '' ? { scheme, rest } : undefined;
  };
  const verify = async (stored: string, password: string): Promise<boolean> => {
    const hash = read(stored);
    if (!hash) return false;
    // A hash with parameters out of range makes the algorithm throw; nobody knows its password.
    return queue(() => hash.scheme(hash.rest, password)).catch(() => false);
  };
  return {
    verify,
    async refuse(password) {
      await verify(DECOY, password);
      return false;
    },
    isUsable: stored => read(stored) !== undefined,
  };
}

/** No password is known for it; its cost is that of MediaWiki's default. */
const DECOY = `:pbkdf2:sha512:30000:64:${'A'.repeat(22)}==:${'A'.repeat(86)}==`;

/** Checks a password against what stands behind `:type:`. */
type Scheme = (rest: string, password: string) => Promise<boolean>;

/** A scheme whose hash can be computed again from parameters and salt, so that it can be one of several layers. */
interface Digest {
  readonly delimiter: string;
  /** How many of the parts are parameters; the others are salts, and the last one is the hash. */
  readonly parameters: number;
  readonly digest: (password: string, parameters: readonly string[], salts: readonly string[]) => Promise<string>;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const deriveKey = promisify(pbkdf2);

const DIGESTS: Readonly<Record<string, Digest>> = {
  A: {
    delimiter: ':',
    parameters: 0,
    digest: async (password, _, [salt]) => (salt === undefined ? md5(password) : md5(`${salt}-${md5(password)}`)),
  },
  B: {
    delimiter: ':',
    parameters: 0,
    async digest(password, _, [salt]) {
      if (salt === undefined) throw new RangeError('A salted hash without salt');
      return md5(`${salt}-${md5(password)}`);
    },
  },
  pbkdf2: {
    delimiter: ':',
    parameters: 3,
    async digest(password, [algorithm = '', rounds, length], [salt = '']) {
      if (!getHashes().includes(algorithm)) throw new RangeError('An unknown digest');
      const key = await deriveKey(password, Buffer.from(salt, 'base64'), Number(rounds), Number(length), algorithm);
      return key.toString('base64');
    },
  },
};

const SCHEMES: Readonly<Record<string, Scheme>> = {
  A: digested(DIGESTS.A as Digest),
  B: digested(DIGESTS.B as Digest),
  pbkdf2: digested(DIGESTS.pbkdf2 as Digest),
  // `12$` + 22 characters of salt + `$` + 31 of hash, where crypt() writes salt and hash together.
  async bcrypt(rest, password) {
    const [rounds = '', salt = '', hash = ''] = rest.split('$');
    // Most wikis have no such hash, and its library is a native one.
    const { verify } = await import('@node-rs/bcrypt');
    return verify(password, `$2b$${rounds.padStart(2, '0')}$${salt}${hash}`);
  },
  argon2: verifyArgon2,
};

function digested({ delimiter, parameters, digest }: Digest): Scheme {
  return async (rest, password) => {
    const parts = rest.split(delimiter);
    const hash = parts.pop() ?? '';
    return isSame(await digest(password, parts.slice(0, parameters), parts.slice(parameters)), hash);
  };
}

/**
 * `parameters!parameters!salts!salts!hash`, one of each for every layer: the hash of one layer is the password of the next.
 */
function layered(name: string, types: readonly string[]): Scheme {
  const digests = types.map(type => {
    const digest = DIGESTS[type];
    if (!digest)
      throw new RangeError(
        `The password type "${name}" builds on "${type}", which can not be a layer; known are ${Object.keys(DIGESTS).join(', ')}.`,
      );
    return digest;
  });
  return async (rest, password) => {
    const parts = rest.split('!');
    const hash = parts.pop() ?? '';
    let text = password;
    for (const [i, { delimiter, digest }] of digests.entries()) {
      const split = (part = '') => (part === '' ? [] : part.split(delimiter));
      text = await digest(text, split(parts[i]), split(parts[digests.length + i]));
    }
    return isSame(text, hash);
  };
}

/** `$argon2id$v=19$m=65536,t=4,p=1$salt$hash`, as PHP's password_hash() writes it. */
async function verifyArgon2(rest: string, password: string): Promise<boolean> {
  const [, variant, memory, passes, lanes, salt, hash] =
    /^\$(argon2(?:id|i|d))\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(rest) ?? [];
  if (variant === undefined || salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64');
  const computed = await promisify(argon2)(variant as 'argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  });
  return timingSafeEqual(computed, expected);
}

function isSame(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
