/** Accounts of the sample wiki. `bot` is a bot password of the editor. */
export const ACCOUNTS = {
  admin: { name: 'Admin', password: 'sample-admin-password' },
  editor: { name: 'Wren', password: 'sample-wren-password' },
  bot: { name: 'Wren@reader', password: '0123456789abcdef0123456789abcdef' },
} as const;
