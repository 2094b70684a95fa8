/** Declarations for formats with elements and attributes, such as XML. JSON ignores them. */
export interface Markup {
  /** Element name of each item of a list or map. Default: `_v`. */
  readonly element?: string;
  /** For maps: name of the attribute for the key of each entry, which is written as an `element`. */
  readonly key?: string;
  /** Write a string or number as an element instead of an attribute. */
  readonly isElement?: boolean;
  /** For free-form values, at any depth: key of a list to the element name of its items. */
  readonly within?: Readonly<Record<string, string>>;
}

/** The declaration of a field, without its TypeScript type. */
export interface FieldFacts {
  readonly kind: FieldKind;
  readonly isOptional: boolean;
  /** Whether formatversion=1 writes the field under the key `*`. */
  readonly isContent: boolean;
  /** Description of the field, for documentation. */
  readonly helpText: string | undefined;
  /** The MediaWiki releases that have the field: from `since`, before `until`. */
  readonly lifetime?: { readonly since?: string; readonly until?: string };
  readonly markup?: Markup;
}
type Fields = Readonly<Record<string, FieldFacts>>;

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The kind of a value, from which its schemas, its types and its formatversion=1 form are derived. */
export type FieldKind =
  /** A value that both format versions write unchanged. */
  | { readonly is: 'value'; readonly schema: JsonSchema }
  /** A boolean, or only one of its values. formatversion=1 writes `""` for `true` and omits `false`. */
  | { readonly is: 'boolean'; readonly only?: boolean }
  | { readonly is: 'list'; readonly item: FieldFacts }
  /**
   * Named properties, and any others of the kind `rest`. With `emptyIsList`, an empty object can be written as `[]`; with `'old'`, only in
   * formatversion=1.
   */
  | { readonly is: 'object'; readonly shape: Fields; readonly rest?: FieldFacts; readonly emptyIsList?: boolean | 'old' }
  /**
   * Arbitrary keys. formatversion=1 writes an empty map as `[]` unless `old` is `object`. If `old` is `list`, it writes a list of the
   * values.
   */
  | { readonly is: 'map'; readonly item: FieldFacts; readonly old?: 'object' | 'list'; readonly emptyIsList?: boolean }
  | { readonly is: 'oneOf'; readonly of: readonly FieldFacts[] }
  /** A value of any form. formatversion=1 encodes the booleans in it. */
  | { readonly is: 'any' }
  /** A named kind, which can contain itself. */
  | { readonly is: 'named'; readonly name: string; readonly of: () => FieldFacts }
  /** A value that a function encodes for formatversion=1, so that its formatversion=1 schema is unspecified. */
  | { readonly is: 'opaque'; readonly of: FieldKind; readonly encode: Encode };

/** Encodes a formatversion=2 value for formatversion=1. If it returns undefined, the key is omitted. */
export type Encode = (value: never) => unknown;
