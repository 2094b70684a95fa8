import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/**
 * Names and protects everything that leaves the server, with keys derived from the secret key. Names are keyed hashes, and values are
 * encrypted and authenticated, so that the store can neither read nor forge them.
 */
export class Secrecy {
  /** Prefix of all keys and of the channel. Servers with the same secret key have the same. */
  readonly prefix: string;
  readonly #names: Uint8Array;
  readonly #nonces: Uint8Array;
  readonly #values: Uint8Array;

  /** `label`: part of the prefix, for operators. */
  constructor(secretKey: string, label?: string) {
    const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secretKey, '', `wikiquery shared ${purpose}`, 32));
    [this.#names, this.#nonces, this.#values] = [derive('names'), derive('nonces'), derive('values')];
    const wiki = createHmac('sha256', this.#names).update('wiki').digest('hex').slice(0, 12);
    this.prefix = `wikiquery:${label === undefined ? '' : `${label}:`}${wiki}:`;
  }

  /** Returns the name of a key of the store, which does not reveal `key`. */
  name(kind: string, key: string): string {
    return `${this.prefix}${kind}:${createHmac('sha256', this.#names).update(`${kind}\n${key}`).digest('base64url').slice(0, 27)}`;
  }

  /** Encrypts a text for the key or channel with this name. Equal texts have equal results, so that a set contains each only once. */
  seal(name: string, text: string): Buffer {
    const nonce = createHmac('sha256', this.#nonces).update(name).update('\n').update(text).digest().subarray(0, NONCE);
    const cipher = createCipheriv(CIPHER, this.#values, nonce).setAAD(Buffer.from(name));
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** Decrypts a value of the key or channel with this name. Returns undefined if no server with the secret key has written it. */
  open(name: string, sealed: Buffer): string | undefined {
    if (sealed.length < NONCE + TAG) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#values, sealed.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-TAG));
    try {
      return decipher.update(sealed.subarray(NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }
}
