interface CommentFields {
  comment?: string | undefined;
  parsedcomment?: string | undefined;
  commenthidden?: true | undefined;
}

/** Adds the comment of a row to its record, and whether it is hidden, which it returns. `parsed` are the comments as HTML. */
export function addComment<Row extends { readonly comment_text?: string | null | undefined }>(
  record: CommentFields,
  row: Row,
  tells: { readonly comment: boolean; readonly parsedcomment: boolean },
  { hides, sees }: { readonly hides: { readonly comment: boolean }; readonly sees: { readonly comment: boolean } },
  parsed: ReadonlyMap<Row, string>,
): boolean {
  if (!tells.comment && !tells.parsedcomment) return false;
  if (hides.comment) record.commenthidden = true;
  if (tells.comment && sees.comment) record.comment = row.comment_text ?? '';
  if (tells.parsedcomment && sees.comment) record.parsedcomment = parsed.get(row);
  return hides.comment;
}
