import type { Actor } from '@wikiquery/core';

/** Classes of clients, in the order in which a client can reach them. */
export const CLIENT_CLASSES = ['anonymous', 'identified', 'account', 'bot'] as const;
/**
 * Class of a client: anonymous without a contact in its `User-Agent`, anonymous with a contact (`identified`), an account, or an account
 * with the right `bot` or `apihighlimits`.
 */
export type ClientClass = (typeof CLIENT_CLASSES)[number];

/** Limits of a class that differ from those of all clients. 0: no limit. */
export interface ClassLimits {
  /** Maximum number of concurrent requests. */
  readonly requests?: number;
  /** Requests in a minute. */
  readonly rate?: number;
  /** Database time in a minute, in milliseconds. */
  readonly database?: number;
}

/** Settings of the limits of all clients, and of each class. */
export interface LimitSettings {
  readonly clientRequests: number;
  readonly clientRate: number;
  readonly clientDatabase: number;
  readonly clientClasses: Readonly<Partial<Record<ClientClass, ClassLimits>>>;
}

/** A limit: concurrent requests, requests in a minute, or milliseconds of database time in a minute. */
export type LimitName = 'running' | 'rate' | 'database';

/** The limits of a class, and what its work takes from the buckets of a client. */
export interface ClassCosts extends Readonly<Record<LimitName, number>> {
  /** Units per request. */
  readonly request: number;
  /** Units per millisecond of database time. */
  readonly millisecond: number;
}

/** The limits of all clients. */
export interface LimitTable {
  /** Capacity of a client's bucket of requests, and of that of database time. The buckets refill within a minute. */
  readonly requests: number;
  readonly database: number;
  /** Costs without a class, such as those of health checks. */
  readonly general: ClassCosts;
  readonly classes: Readonly<Record<ClientClass, ClassCosts>>;
}

/**
 * Calculates the costs of each class. All classes of a client share its buckets, and the work of a class with half of the limit costs twice
 * as much. A client that alternates between classes therefore gets at most what the highest of them allows.
 */
export function limitTable({ clientRequests, clientRate, clientDatabase, clientClasses }: LimitSettings): LimitTable {
  const all: ClassLimits = { requests: clientRequests, rate: clientRate, database: clientDatabase };
  const limits = [all, ...CLIENT_CLASSES.map(name => ({ ...all, ...clientClasses[name] }))].map(
    ({ requests, rate, database }): Record<LimitName, number> => ({
      running: requests || Number.POSITIVE_INFINITY,
      rate: rate || Number.POSITIVE_INFINITY,
      database: database || Number.POSITIVE_INFINITY,
    }),
  );
  const [rate, database] = [capacityFor(limits.map(each => each.rate)), capacityFor(limits.map(each => each.database))];
  const [general, ...ofClasses] = limits.map(each => ({
    ...each,
    request: costOf(rate, each.rate),
    millisecond: costOf(database, each.database),
  }));
  const classes = Object.fromEntries(CLIENT_CLASSES.map((name, i) => [name, ofClasses[i]])) as LimitTable['classes'];
  return { requests: rate, database, general: general as ClassCosts, classes };
}

/** Returns the first finite limit, so that a unit is one request or one millisecond if the limit of all clients is finite. */
const capacityFor = (limits: readonly number[]): number => limits.find(Number.isFinite) ?? Number.POSITIVE_INFINITY;
const costOf = (capacity: number, limit: number): number => (limit === Number.POSITIVE_INFINITY ? 0 : capacity / limit);

/** A class that a client of another class can reach. */
export type HigherClass = Exclude<ClientClass, 'anonymous'>;

/** Returns the classes that a client of a class can reach, and that have a higher limit. */
export const higherClasses = ({ classes }: LimitTable, current: ClientClass, limit: LimitName): readonly HigherClass[] =>
  HIGHER_CLASSES.slice(CLIENT_CLASSES.indexOf(current)).filter(name => classes[name][limit] > classes[current][limit]);

const [, ...HIGHER_CLASSES] = CLIENT_CLASSES;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the class of a client. Browsers send the contact in `Api-User-Agent`, because scripts cannot change their `User-Agent`. */
export function classOf(actor: Pick<Actor, 'isAnon' | 'can'>, headers: Headers): ClientClass {
  if (actor.isAnon) return anonymousClass(headers);
  return actor.can('bot') || actor.can('apihighlimits') ? 'bot' : 'account';
}

/** Returns the class of an anonymous client. */
export const anonymousClass = ({ 'user-agent': agent, 'api-user-agent': second }: Headers): ClientClass =>
  (typeof agent === 'string' && hasContact(agent)) || (typeof second === 'string' && hasContact(second)) ? 'identified' : 'anonymous';

/** Whether a `User-Agent` contains an e-mail address, a URL or a user page. Only its first 500 characters count. */
export function hasContact(userAgent: string): boolean {
  const text = userAgent.length > MOST_READ ? userAgent.slice(0, MOST_READ) : userAgent;
  // `includes` is faster than the expressions, which most clients without a contact then skip.
  return (
    (text.includes('://') && URL_.test(text)) || (text.includes('@') && EMAIL.test(text)) || (text.includes('ser:') && USER_PAGE.test(text))
  );
}

const MOST_READ = 500;
// Each expression reads a character at most twice, because no repetition overlaps the next part.
const URL_ = /https?:\/\/[a-z\d[]/i;
const EMAIL = /[^\s@<(]@[a-z\d-]+\.[a-z\d]/i;
const USER_PAGE = /\b[Uu]ser:\S/;
