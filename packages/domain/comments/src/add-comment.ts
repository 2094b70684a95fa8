interface CommentFields {
  comment?: string | undefined;
  parsedcomment?: string | undefined;
  commenthidden?: true | undefined;
}

/** Adds a row's comment to its record, as text or as HTML from `parsed`. Returns whether a selected comment is revision-deleted. */
export function addComment<Row extends { readonly comment_text?: string | null | undefined }>(
  record: CommentFields,
  row: Row,
  selected: { readonly comment: boolean; readonly parsedcomment: boolean },
  { hides, canSee }: { readonly hides: { readonly comment: boolean }; readonly canSee: { readonly comment: boolean } },
  parsed: ReadonlyMap<Row, string>,
): boolean {
  if (!selected.comment && !selected.parsedcomment) return false;
  if (hides.comment) record.commenthidden = true;
  if (selected.comment && canSee.comment) record.comment = row.comment_text ?? '';
  if (selected.parsedcomment && canSee.comment) record.parsedcomment = parsed.get(row);
  return hides.comment;
}
