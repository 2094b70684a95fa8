import { readFileSync } from 'node:fs';
import { Client } from './client.ts';

/** Credentials of a session: a main or bot password, or none for an anonymous user. */
export interface Account {
  readonly user?: string;
  readonly password?: string;
}

/** Logged-in clients by session name, and the sessions that failed. */
export interface Sessions {
  readonly clients: ReadonlyMap<string, Client>;
  /** Login errors by session name. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Reads `accounts.json`. Returns the accounts by session name. */
export function readAccounts(file: string): Map<string, Account> {
  const data = JSON.parse(readFileSync(file, 'utf8')) as AccountsFile;
  const sessions = new Map<string, Account>([['anon', {}]]);
  for (const { session, user, password } of data.accounts ?? []) sessions.set(session, { user, password });
  for (const { name, password, roles = [] } of data.users ?? []) {
    for (const role of roles) {
      const session = SESSION_OF_ROLE[role];
      if (session && !sessions.has(session)) sessions.set(session, { user: name, password });
    }
  }
  for (const { login, password, user } of data.botPasswords ?? []) {
    const owner = [...sessions].find(([, account]) => account.user === user)?.[0];
    if (owner && SESSIONS_WITH_BOT_PASSWORD.includes(owner)) sessions.set(`${owner}-botpassword`, { user: login, password });
  }
  return sessions;
}

/** Logs in to each named session. Returns failures in `problems` instead of throwing. `timeout`: of a request, in milliseconds. */
export async function openSessions(
  base: string,
  accounts: ReadonlyMap<string, Account>,
  names: Iterable<string>,
  timeout: number,
): Promise<Sessions> {
  const clients = new Map<string, Client>();
  const problems = new Map<string, string>();
  for (const session of names) {
    const account = accounts.get(session);
    if (!account) {
      problems.set(session, `no account for session ${session}`);
      continue;
    }
    const { user, password = '' } = account;
    const client = new Client(base, { timeout, keepsCookies: user !== undefined });
    try {
      if (user !== undefined) await client.login(user, password);
      clients.set(session, client);
    } catch (error) {
      problems.set(session, `session ${session}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { clients, problems };
}

interface AccountsFile {
  readonly accounts?: readonly { readonly session: string; readonly user: string; readonly password: string }[];
  readonly users?: readonly { readonly name: string; readonly password: string; readonly roles?: readonly string[] }[];
  readonly botPasswords?: readonly { readonly login: string; readonly password: string; readonly user: string }[];
}

/** Sessions whose account has a bot password that opens a further session (`sysop-botpassword`). */
const SESSIONS_WITH_BOT_PASSWORD = ['sysop', 'user', 'suppress'];

const SESSION_OF_ROLE: Readonly<Record<string, string>> = {
  plain: 'user',
  auto: 'autoconfirmed',
  patrol: 'autopatrolled',
  sysop: 'sysop',
  crat: 'bureaucrat',
  bot: 'bot',
  suppress: 'suppress',
  iadmin: 'interface-admin',
  blocked: 'blocked',
  partial: 'partial',
  hidden: 'hidden',
  noedits: 'new',
};
