/** What formats of elements and attributes need to know besides. In JSON none of it shows. */
export interface Markup {
  /** What an item of a list or a map is called; `_v` when left out. */
  readonly element?: string;
  /** Of a map: every entry is such an element, and this attribute of it holds the key. */
  readonly key?: string;
  /** Text and numbers: an element of their own, not an attribute. */
  readonly isElement?: boolean;
  /** Of free-form values: what items are called under these keys, at any depth. */
  readonly within?: Readonly<Record<string, string>>;
}

/** What a field is, its type left out. */
export interface FieldFacts {
  readonly kind: FieldKind;
  readonly isOptional: boolean;
  /** Written under `*` in formatversion=1. */
  readonly isContent: boolean;
  /** What the property means, for documentation. */
  readonly helpText: string | undefined;
  /** In which releases of MediaWiki it is there. */
  readonly lifetime?: { readonly since?: string; readonly until?: string };
  readonly markup?: Markup;
}
type Fields = Readonly<Record<string, FieldFacts>>;

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a value is, as data: its schemas, its types and how formatversion=1 writes it follow from it. */
export type FieldKind =
  /** The same in both format versions. */
  | { readonly is: 'value'; readonly schema: JsonSchema }
  /** True or false, or only one of them: formatversion=1 writes `""` or leaves it out. */
  | { readonly is: 'boolean'; readonly only?: boolean }
  | { readonly is: 'list'; readonly item: FieldFacts }
  /** Properties with names, and perhaps others: without `rest` there are none. `emptyIsList`: without any property it is `[]`, in both format versions or only in the old one. */
  | { readonly is: 'object'; readonly shape: Fields; readonly rest?: FieldFacts; readonly emptyIsList?: boolean | 'old' }
  /** Arbitrary keys. Formatversion=1 writes one without keys as `[]`, unless told otherwise, or only the values, as a list. */
  | { readonly is: 'map'; readonly item: FieldFacts; readonly old?: 'object' | 'list'; readonly emptyIsList?: boolean }
  | { readonly is: 'oneOf'; readonly of: readonly FieldFacts[] }
  /** Free form; booleans inside are written as formatversion=1 writes booleans. */
  | { readonly is: 'any' }
  /** A kind with a name of its own, which may hold itself. */
  | { readonly is: 'named'; readonly name: string; readonly of: () => FieldFacts }
  /** Written by a function: formatversion=1 is not known. */
  | { readonly is: 'opaque'; readonly of: FieldKind; readonly encode: Encode };

/** Writes a modern value the way formatversion=1 does; undefined leaves the key out. */
export type Encode = (value: never) => unknown;
