export interface MediaFacts {
  readonly bits: number;
  /** Width and height in pixels. They override the dimensions that image-size returns. */
  readonly width?: number;
  readonly height?: number;
  readonly data: Readonly<Record<string, unknown>>;
}
