export interface MediaFacts {
  readonly bits: number;
  /** Overrides the dimensions that image-size finds. */
  readonly width?: number;
  readonly height?: number;
  readonly data: Readonly<Record<string, unknown>>;
}
