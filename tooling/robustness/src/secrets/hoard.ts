import { createHash } from 'node:crypto';
import { sha1Base36 } from '@wikiquery/text-storage';

/** Groups of users who may see a secret, the largest first. */
export const CIRCLES = ['administrators', 'suppressors', 'nobody'] as const;
export type Circle = (typeof CIRCLES)[number];

export interface Secret {
  readonly what: string;
  readonly circle: Circle;
  /** Lower-case strings that reveal the secret. */
  readonly traces: readonly string[];
}

/**
 * Creates secrets in two versions of equal length that sort differently. Two wikis that differ only in secrets must be
 * indistinguishable to sessions that must not see them, in every record, order, count and continue value.
 */
export class Hoard {
  readonly secrets: Secret[] = [];
  /** Values for requests that guess a secret. */
  readonly guesses: Record<'titles' | 'users' | 'texts' | 'numbers' | 'timestamps', string[]> = {
    titles: [],
    users: [],
    texts: [],
    numbers: [],
    timestamps: [],
  };
  readonly #changed: ReadonlySet<Circle>;
  #made = 0;

  /** `changed`: circles whose secrets are created in their second version. */
  constructor(changed: Iterable<Circle>) {
    this.#changed = new Set(changed);
  }

  /** Creates a secret word for a text, comment, title or name. */
  word(what: string, circle: Circle, guessedAs?: keyof Hoard['guesses']): string {
    const { number, second } = this.#next(circle);
    const word = second ? `Yzqx${number}y` : `Bzqx${number}b`;
    this.#keep(what, circle, [word.slice(1), ...hashesOf(word)]);
    this.guesses[guessedAs ?? 'texts'].push(word);
    return word;
  }

  /** Creates a secret text that is the same in both versions, because its hash is public. */
  textOfKnownHash(what: string, circle: Circle): string {
    const word = `Xzqx${10 + this.#made++}x`;
    this.#keep(what, circle, [word]);
    this.guesses.texts.push(word);
    return word;
  }

  id(what: string, circle: Circle): number {
    const { number, second } = this.#next(circle);
    const id = (second ? 71_300_000 : 93_600_000) + Number(number);
    this.#keep(what, circle, [String(id)]);
    this.guesses.numbers.push(String(id));
    return id;
  }

  /** Creates a secret timestamp of fourteen digits. */
  moment(what: string, circle: Circle): string {
    const { number, second } = this.#next(circle);
    const time = [4, Number(number) % 60, Math.floor(Number(number) / 60)].map(part => String(part).padStart(2, '0')).join('');
    const digits = (second ? '20030209' : '20031127') + time;
    this.#keep(what, circle, [digits, digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3t$4:$5:$6z')]);
    this.guesses.timestamps.push(digits);
    return digits;
  }

  address(what: string, circle: Circle): string {
    const { number, second } = this.#next(circle);
    const address = `${second ? '198.51.100' : '203.0.113'}.${number}`;
    const bytes = Buffer.from(address.split('.').map(Number));
    this.#keep(what, circle, [address, bytes.toString('hex'), String(bytes.readUInt32BE())]);
    this.guesses.users.push(address);
    return address;
  }

  /** Returns one of two public values. The choice is the secret. */
  either<T>(circle: Circle, first: T, second: T): T {
    return this.#changed.has(circle) ? second : first;
  }

  #next(circle: Circle): { number: string; second: boolean } {
    return { number: String(10 + this.#made++), second: this.#changed.has(circle) };
  }

  #keep(what: string, circle: Circle, traces: readonly string[]): void {
    this.secrets.push({ what, circle, traces: traces.flatMap(writtenInOtherWays) });
  }
}

/** Returns the hashes of a text. A hash in a response would confirm a guess. */
const hashesOf = (text: string): string[] => [createHash('sha1').update(text).digest('hex'), sha1Base36(text)];

const writtenInOtherWays = (text: string): string[] => {
  const lower = text.toLowerCase();
  return [lower, Buffer.from(text).toString('hex'), encodeURIComponent(lower), ...base64Of(text)];
};

/** Returns a text in base64 at each of the three possible offsets, without characters that also depend on adjacent bytes. */
const base64Of = (text: string): string[] =>
  [0, 1, 2].map(before =>
    Buffer.from(' '.repeat(before) + text)
      .toString('base64url')
      .slice(before === 0 ? 0 : before + 1, -3)
      .toLowerCase(),
  );
