/** Words that the rules of a page add to the tables of a variant, or remove from them. */
export class ManualWords {
  readonly forms = new Map<string, string>();
  /** Lengths of the words by first character, longest first. */
  readonly lengths = new Map<number, readonly number[]>();
  readonly removed = new Set<string>();

  add(from: string, to: string): void {
    if (from === '') return;
    this.removed.delete(from);
    this.forms.set(from, to);
    const first = from.charCodeAt(0);
    const known = this.lengths.get(first) ?? [];
    if (!known.includes(from.length))
      this.lengths.set(
        first,
        [...known, from.length].sort((a, b) => b - a),
      );
  }

  remove(from: string): void {
    this.forms.delete(from);
    this.removed.add(from);
  }
}
