import { argon2, createHash, getHashes, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

/** Verifies passwords against stored hashes. */
export interface Passwords {
  /** Whether a password matches a stored hash (`user_password`, `bp_password`). Unknown and invalid hashes match no password. */
  verify(stored: string, password: string): Promise<boolean>;
  /** Returns false, but takes as long as {@link verify} with MediaWiki's default hash type. For accounts that do not exist. */
  refuse(password: string): Promise<false>;
  /** Whether the type of the hash is supported. */
  isUsable(stored: string): boolean;
}

/** MediaWiki's types in `$wgPasswordConfig` that combine other types. */
export const MEDIAWIKI_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'pbkdf2-legacyA': ['A', 'pbkdf2'],
  'pbkdf2-legacyB': ['B', 'pbkdf2'],
};

/**
 * Creates a verifier of MediaWiki's password hashes, `:type:parameters…:hash`. At most two hashes are computed at a time in the thread
 * pool, to leave threads for other work. Throws a RangeError for an unknown type in `layers`.
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
    // Invalid parameters make the algorithm throw.
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

/** Hash of no known password, with the cost of MediaWiki's default type. */
const DECOY = `:pbkdf2:sha512:30000:64:${'A'.repeat(22)}==:${'A'.repeat(86)}==`;

type Scheme = (rest: string, password: string) => Promise<boolean>;

/** A type whose hashes can be recomputed from parameters and salts, so that it can be a layer. */
interface Digest {
  readonly delimiter: string;
  /** Number of parameters, which are followed by salts and the hash. */
  readonly parameters: number;
  readonly digest: (password: string, parameters: readonly string[], salts: readonly string[]) => Promise<string>;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const deriveKey = promisify(pbkdf2);

const DIGESTS = new Map(
  Object.entries<Digest>({
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
  }),
);

const SCHEMES: Readonly<Record<string, Scheme>> = {
  ...Object.fromEntries(Array.from(DIGESTS, ([type, digest]) => [type, digested(digest)])),
  // MediaWiki writes the cost, `$`, 22 characters of salt, `$` and 31 characters of hash. The form of `crypt()` has no separator between
  // salt and hash.
  async bcrypt(rest, password) {
    const [rounds = '', salt = '', hash = ''] = rest.split('$');
    // Load on demand, because few wikis use bcrypt and the library is native.
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
 * Returns the scheme of a layered type. Its hashes have the form `parameters!parameters!salts!salts!hash`, with one group of parameters and
 * one of salts per layer. The hash of a layer is the password of the next layer. Throws a RangeError for a type that cannot be a layer.
 */
function layered(name: string, types: readonly string[]): Scheme {
  const digests = types.map(type => {
    const digest = DIGESTS.get(type);
    if (!digest)
      throw new RangeError(
        `The password type "${name}" builds on "${type}", which cannot be a layer. Supported types: ${[...DIGESTS.keys()].join(', ')}.`,
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

/** Verifies `$argon2id$v=19$m=65536,t=4,p=1$salt$hash`, as written by PHP's `password_hash()`. */
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
