/** Metadata of an exported page. */
export interface FrontMatter {
  readonly title: string;
  readonly page: number;
  readonly revision: number;
  /** Time of the revision in ISO 8601. */
  readonly timestamp: string;
  readonly url: string;
  /** Names of the categories without the namespace. */
  readonly categories: readonly string[];
  /** Titles of the pages to which the page links. */
  readonly links: readonly string[];
}

/** Writes metadata as YAML front matter. Strings are quoted, so that no value has another type or meaning. */
export function frontMatter(values: FrontMatter): string {
  const lines = Object.entries(values).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return [`${key}: ${scalar(value)}`];
    return value.length === 0 ? [`${key}: []`] : [`${key}:`, ...value.map(each => `  - ${scalar(each)}`)];
  });
  return `---\n${lines.join('\n')}\n---\n`;
}

/** Writes a value as JSON, which is YAML except for characters that YAML reads as line breaks or rejects. */
const scalar = (value: unknown): string =>
  JSON.stringify(value).replaceAll(SPECIAL, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const SPECIAL = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
