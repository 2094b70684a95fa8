/** Declarations for formats with elements and attributes, such as XML. JSON ignores them. */
export interface Markup {
  /** Element name of each item of a list or map. Default: `_v`. */
  readonly element?: string;
  /** For maps: write each entry as such an element, with its key in this attribute. */
  readonly key?: string;
  /** Write text or a number as an element instead of an attribute. */
  readonly isElement?: boolean;
  /** For free-form values: key of a list to the element name of its items, at any depth. */
  readonly within?: Readonly<Record<string, string>>;
}

/** The declaration of a field, without its TypeScript type. */
export interface FieldFacts {
  readonly kind: FieldKind;
  readonly isOptional: boolean;
  /** Written under the key `*` in formatversion=1. */
  readonly isContent: boolean;
  /** The meaning of the field, for documentation. */
  readonly helpText: string | undefined;
  /** The MediaWiki releases that have the field: from `since`, before `until`. */
  readonly lifetime?: { readonly since?: string; readonly until?: string };
  readonly markup?: Markup;
}
type Fields = Readonly<Record<string, FieldFacts>>;

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The kind of a value, from which its schemas, its types and its formatversion=1 form are derived. */
export type FieldKind =
  /** The same in both format versions. */
  | { readonly is: 'value'; readonly schema: JsonSchema }
  /** A boolean, or only one of its values. formatversion=1 writes `""` for `true` and omits `false`. */
  | { readonly is: 'boolean'; readonly only?: boolean }
  | { readonly is: 'list'; readonly item: FieldFacts }
  /** Named properties, and others of the kind `rest`. With `emptyIsList`, `{}` can be `[]`; `'old'`: only in formatversion=1. */
  | { readonly is: 'object'; readonly shape: Fields; readonly rest?: FieldFacts; readonly emptyIsList?: boolean | 'old' }
  /** Arbitrary keys. formatversion=1 writes an empty map as `[]`, unless `old` is `object`. `list` writes only the values, as a list. */
  | { readonly is: 'map'; readonly item: FieldFacts; readonly old?: 'object' | 'list'; readonly emptyIsList?: boolean }
  | { readonly is: 'oneOf'; readonly of: readonly FieldFacts[] }
  /** Any form. formatversion=1 encodes the booleans inside. */
  | { readonly is: 'any' }
  /** A named kind, which can contain itself. */
  | { readonly is: 'named'; readonly name: string; readonly of: () => FieldFacts }
  /** Encoded by a function, so the formatversion=1 schema is unspecified. */
  | { readonly is: 'opaque'; readonly of: FieldKind; readonly encode: Encode };

/** Encodes a formatversion=2 value for formatversion=1; undefined omits the key. */
export type Encode = (value: never) => unknown;
