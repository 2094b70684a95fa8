import { everyTable } from './layout/layout.ts';

/** Columns, as `table.column`, that the database account may read only if a plugin names them explicitly. */
export const PRIVATE_COLUMNS: ReadonlySet<string> = new Set(
  Object.entries(everyTable).flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, { traits }]) => (traits.isPrivate ? [`${table}.${column}`] : [])),
  ),
);

/** Columns of passwords and tokens, which allow a reader to log in as somebody else or to try passwords. */
export const CREDENTIAL_COLUMNS: ReadonlySet<string> = new Set([
  'bot_passwords.bp_password',
  'bot_passwords.bp_token',
  'user.user_email_token',
  'user.user_newpassword',
  'user.user_password',
  'user.user_token',
]);
