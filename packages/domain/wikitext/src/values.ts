import type { BracePart, Node } from './tree.ts';

export type Expand = (nodes: readonly Node[], depth: number) => Promise<string>;

/** An argument of a function. It is expanded once, at its first use. */
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

  /** Returns the whole argument, trimmed. */
  text(): Promise<string> {
    this.#text ??= this.#trimmed(wholeOf(this.#part));
    return this.#text;
  }
  label(): Promise<string> | undefined {
    if (this.#part.name) this.#label ??= this.#trimmed(this.#part.name);
    return this.#label;
  }
  value(): Promise<string> {
    this.#value ??= this.#trimmed(this.#part.value);
    return this.#value;
  }

  untrimmed(): Promise<string> {
    return this.#expand(wholeOf(this.#part));
  }

  async #trimmed(nodes: readonly Node[]): Promise<string> {
    return (await this.#expand(nodes)).trim();
  }
}

export const wholeOf = ({ name, value }: BracePart): readonly Node[] => (name ? [...name, '=', ...value] : value);

interface Argument {
  readonly nodes: readonly Node[];
  readonly isNamed: boolean;
  value?: Promise<string>;
}

/** Arguments of a template, each expanded at its first use. */
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

  /** Names of arguments that occur more than once. The last value applies. */
  readonly duplicates = new Set<string>();

  names(): readonly string[] {
    return [...this.#arguments.keys()];
  }

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
