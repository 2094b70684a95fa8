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
  /** Whether it prevents the creation of accounts. */
  readonly noCreate: boolean;
  /** Whether a block of an address spares logged-in users. */
  readonly anonOnly: boolean;
  /** Whether it prevents sending email. */
  readonly noEmail: boolean;
  /** Whether it prevents edits of the user's own talk page. */
  readonly ownTalk: boolean;
  /** Whether it is an autoblock. */
  readonly auto: boolean;
  /** Whether it suppresses the user name. */
  readonly hideUser: boolean;
  /** The individual blocks, if several apply. The block itself then combines them and has id 0 and no blocker. */
  readonly components?: readonly Block[];
}

/** The user who sends the request. Groups and rights are fixed when the request starts. */
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
  /** Returns the block that applies to the account, its address, or both. The first call reads the database. */
  block(): Promise<Block | undefined>;
  /** Whether the user has a right. */
  can(right: string): boolean;
  /** Returns the session's token for a salt (`''` for csrf, `patrol`, `rollback`, …). For an anonymous user it is `+\`. */
  token(salt: string): string;
}

/** A kind of user in parameters: `temp` is a temporary account, `cidr` a range, `interwiki` is `prefix>name`, `id` is `#12`. */
export type UserKind = 'name' | 'ip' | 'temp' | 'cidr' | 'interwiki' | 'id';

/** A user named by a parameter. */
export interface UserRef {
  readonly kind: UserKind;
  readonly name: string;
  /** Set if the client sent an id (`#12`). */
  readonly id?: number;
}

/** The user-name rules of a wiki. */
export interface Users {
  /** Parses user input; undefined unless it is of one of the `kinds`. For `#id`, the name is empty until the lookup. */
  read(text: string, kinds: readonly UserKind[]): UserRef | undefined;
  /**
   * Returns the canonical form of an account name: `Foo bar` for `user:foo_bar`. Undefined for an address and for a name that fails the
   * check. The levels of `rigor` are those of MediaWiki's `UserNameUtils`. Default: `valid`.
   */
  canonical(text: string, rigor?: 'valid' | 'usable' | 'creatable'): string | undefined;
  /** Whether the name matches the wiki's patterns for temporary accounts. */
  isTemp(name: string): boolean;
}
