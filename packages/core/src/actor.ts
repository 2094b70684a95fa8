/** Fourteen digits `YYYYMMDDHHMMSS`, UTC, on every database. `infinity` stands for never. */
export type Timestamp = string;

export interface Block {
  readonly id: number;
  /** What is blocked: a user name, an address or a range; undefined for an autoblock, whose address is secret. */
  readonly target: string | undefined;
  readonly by: string;
  readonly byId: number;
  readonly reason: string;
  readonly timestamp: Timestamp;
  readonly expiry: Timestamp;
  readonly partial: boolean;
  readonly noCreate: boolean;
  readonly anonOnly: boolean;
  readonly noEmail: boolean;
  readonly ownTalk: boolean;
  readonly auto: boolean;
  readonly hideUser: boolean;
  /** Several blocks at once: this one then sums them up (id 0, no blocker), and here they are. */
  readonly components?: readonly Block[];
}

/** Who asks. Rights are settled when the request starts. */
export interface Actor {
  /** 0 for an anonymous reader. */
  readonly id: number;
  /** Account name, or the address of an anonymous reader. */
  readonly name: string;
  readonly isAnon: boolean;
  /** Groups in which the account has a membership that has not ended, then the implicit ones. */
  readonly groups: readonly string[];
  readonly implicitGroups: readonly string[];
  readonly rights: ReadonlySet<string>;
  /** The block that holds for this request: of the account, of its address, or of both. Looked up when first asked for. */
  block(): Promise<Block | undefined>;
  can(right: string): boolean;
  /** The token of a salt (`''` for csrf, `patrol`, `rollback`, …) for this session; an anonymous one gets `+\`. */
  token(salt: string): string;
}

export type UserKind = 'name' | 'ip' | 'temp' | 'cidr' | 'interwiki' | 'id';

/** A user that a parameter names. */
export interface UserRef {
  readonly kind: UserKind;
  readonly name: string;
  /** Known when it was given (`#12`). */
  readonly id?: number;
}

/** User-name rules of one wiki. */
export interface Users {
  /** Reads what a client typed; undefined when it is none of the wanted kinds. A `#id` has an empty name until it is looked up. */
  read(text: string, kinds: readonly UserKind[]): UserRef | undefined;
  /**
   * The normal form of an account's name (`user:foo_bar` is `Foo bar`); undefined for an address and for what can not be a name, may not be
   * used by an account, or may not be given to a new one.
   */
  canonical(text: string, rigor?: 'valid' | 'usable' | 'creatable'): string | undefined;
  /** Whether the name is one of a temporary account, by the patterns of the wiki. */
  isTemp(name: string): boolean;
}
