/** A time in UTC as fourteen digits, `YYYYMMDDHHMMSS`, on every database engine. An expiry can also be `infinity`. */
export type Timestamp = string;

/** A block of a user, an address or a range, as in MediaWiki. */
export interface Block {
  readonly id: number;
  /** The blocked user name, address or range. Undefined for an autoblock, because its address is private. */
  readonly target: string | undefined;
  readonly by: string;
  readonly byId: number;
  readonly reason: string;
  readonly timestamp: Timestamp;
  readonly expiry: Timestamp;
  /** Whether the block is limited to certain pages, namespaces or actions. */
  readonly partial: boolean;
  /** Whether the block prevents account creation. */
  readonly noCreate: boolean;
  /** Whether the block of an address or range does not apply to logged-in users. */
  readonly anonOnly: boolean;
  /** Whether the block prevents sending email. */
  readonly noEmail: boolean;
  /** Whether the block also prevents edits of the user's own talk page. */
  readonly ownTalk: boolean;
  /** Whether the block is an autoblock. */
  readonly auto: boolean;
  /** Whether the block suppresses the user name. */
  readonly hideUser: boolean;
  /** The individual blocks of a composite block, which has id 0 and no blocker. Undefined if a single block applies. */
  readonly components?: readonly Block[];
}

/** The user who sent the request. Groups and rights do not change during the request. */
export interface Actor {
  /** The user id; 0 for an anonymous user. */
  readonly id: number;
  /** The account name, or the address of an anonymous user. */
  readonly name: string;
  readonly isAnon: boolean;
  /** The groups with a membership that has not expired, followed by the implicit groups. */
  readonly groups: readonly string[];
  readonly implicitGroups: readonly string[];
  readonly rights: ReadonlySet<string>;
  /** Returns the block that applies to the account, the client's address, or both. The first call reads the database. */
  block(): Promise<Block | undefined>;
  /** Whether the user has a right. */
  can(right: string): boolean;
  /**
   * Returns the session's token for a salt: `''` for `csrf`, otherwise the token type, such as `patrol`. Anonymous users always have the
   * token `+\`.
   */
  token(salt: string): string;
}

/**
 * A kind of user that a parameter accepts. A `temp` user is a temporary account, and a `cidr` an address range. An `interwiki` user has the
 * form `prefix>name`, and an `id` the form `#12`.
 */
export type UserKind = 'name' | 'ip' | 'temp' | 'cidr' | 'interwiki' | 'id';

/** A user specified by a parameter. */
export interface UserRef {
  readonly kind: UserKind;
  readonly name: string;
  /** Set if the client sent an id (`#12`). */
  readonly id?: number;
}

/** The user-name rules of a wiki. */
export interface Users {
  /** Parses user input. Returns undefined if the input is none of the `kinds`. For `#id`, the name is empty until the id is looked up. */
  read(text: string, kinds: readonly UserKind[]): UserRef | undefined;
  /**
   * Returns the canonical form of an account name: `Foo bar` for `user:foo_bar`. Returns undefined for an IP address or an invalid name.
   * `rigor` is the level of validation, as in MediaWiki's `UserNameUtils`. Default: `valid`.
   */
  canonical(text: string, rigor?: 'valid' | 'usable' | 'creatable'): string | undefined;
  /** Whether the name matches the wiki's patterns for temporary accounts. */
  isTemp(name: string): boolean;
}
