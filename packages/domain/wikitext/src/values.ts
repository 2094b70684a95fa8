import type { BracePart, Node } from './tree.ts';

/** Expands nodes where they were written, so deep in what is expanded already. */
export type Expand = (nodes: readonly Node[], depth: number) => Promise<string>;

/** What a function is given. It is expanded when it is asked for, and once: of a choice only the chosen one. */
export class ArgumentValue {
  readonly #part: BracePart;
  readonly #expand: (nodes: readonly Node[]) => Promise<string>;
  #text: Promise<string> | undefined;
  #label: Promise<string> | undefined;
  #value: Promise<string> | undefined;

  constructor(part: BracePart, expand: (nodes: readonly Node[]) => Promise<string>) {
    this.#part = part;
    this.#expand = expand;
  }

  /** All of it, without the blanks around. */
  text(): Promise<string> {
    this.#text ??= this.#trimmed(wholeOf(this.#part));
    return this.#text;
  }
  /** Before the equals sign, where there is one. */
  label(): Promise<string> | undefined {
    if (this.#part.name) this.#label ??= this.#trimmed(this.#part.name);
    return this.#label;
  }
  /** Behind it. */
  value(): Promise<string> {
    this.#value ??= this.#trimmed(this.#part.value);
    return this.#value;
  }

  /** All of it as it stands there, with the blanks around. */
  untrimmed(): Promise<string> {
    return this.#expand(wholeOf(this.#part));
  }

  async #trimmed(nodes: readonly Node[]): Promise<string> {
    return (await this.#expand(nodes)).trim();
  }
}

/** A part as it was written. */
export const wholeOf = ({ name, value }: BracePart): readonly Node[] => (name ? [...name, '=', ...value] : value);

interface Argument {
  readonly nodes: readonly Node[];
  /** Named ones lose the blanks around them. */
  readonly isNamed: boolean;
  value?: Promise<string>;
}

/** What a template is given: `{{{1}}}`, `{{{name}}}`. Each is expanded when the template first uses it. */
export class Arguments {
  readonly #expand: Expand;
  readonly #arguments = new Map<string, Argument>();

  private constructor(expand: Expand) {
    this.#expand = expand;
  }

  static async read(parts: readonly BracePart[], expand: Expand, depth: number): Promise<Arguments> {
    const values = new Arguments(expand);
    let position = 0;
    for (const { name, value } of parts) {
      const key = name ? (await expand(name, depth)).trim() : String(++position);
      if (values.#arguments.has(key)) values.duplicates.add(key);
      values.#arguments.set(key, { nodes: value, isNamed: name !== undefined });
    }
    return values;
  }

  /** Those that are given more than once: the last one counts. */
  readonly duplicates = new Set<string>();

  /** As they were given, of those with the same name the first. */
  names(): readonly string[] {
    return [...this.#arguments.keys()];
  }

  /** Arguments that are plain text. */
  static of(values: readonly { readonly name: string; readonly value: string }[]): Arguments {
    const plain = new Arguments(async () => '');
    for (const { name, value } of values) plain.#arguments.set(name, { nodes: [], isNamed: false, value: Promise.resolve(value) });
    return plain;
  }

  get(name: string, depth: number): Promise<string> | undefined {
    const argument = this.#arguments.get(name);
    if (!argument) return undefined;
    argument.value ??= this.#expand(argument.nodes, depth).then(text => (argument.isNamed ? text.trim() : text));
    return argument.value;
  }
}
