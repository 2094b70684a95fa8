/** Fallback messages for the errors of Cite, as wikitext by message key. */
export const CITE_ERRORS = {
  cite_error_empty_references_define: 'The list of notes defines "$1" (group "$2") without a text.',
  cite_error_group_refs_without_references: 'There are notes of the group "$1", but no list shows them.',
  cite_error_included_ref: 'A note is not closed.',
  cite_error_ref_follow_conflicts: 'A note that continues another one has no name of its own.',
  cite_error_ref_invalid_dir: 'The direction "$1" of a note is neither "ltr" nor "rtl".',
  cite_error_ref_no_input: 'A note without a name needs a text.',
  cite_error_ref_no_key: 'A note without a text needs a name.',
  cite_error_ref_numeric_key: 'The name of a note is not a number.',
  cite_error_ref_too_many_keys: 'A note has an unknown attribute.',
  cite_error_references_duplicate_key: 'Notes with the name "$1" have different texts.',
  cite_error_references_group_mismatch: 'The list of notes defines a note of another group, "$1".',
  cite_error_references_invalid_parameters: 'A list of notes has an unknown attribute.',
  cite_error_references_missing_key: 'The list of notes defines "$1", which no text cites.',
  cite_error_references_no_key: 'The list of notes defines a note without a name.',
  cite_error_references_no_text: 'No text was given for the note "$1".',
} as const;

export type CiteError = keyof typeof CITE_ERRORS;

export type Wording = ReadonlyMap<CiteError, string>;

/** Loads the wiki's messages for the errors of Cite. `message` returns a message with its parameters, or the fallback. */
export async function citeWording(message: (key: string, fallback: string, ...params: string[]) => Promise<string>): Promise<Wording> {
  const around = await message('cite_error', '$1', '$1');
  const errors = await Promise.all(
    Object.entries(CITE_ERRORS).map(async ([key, fallback]) => {
      const text = await message(key, fallback, '$1', '$2');
      return [key as CiteError, around === '-' ? text : around.replace('$1', () => text)] as const;
    }),
  );
  return new Map(errors);
}
