import type { RequestListener } from 'node:http';
import { type Settings, settingsOfWiki } from '../config/settings.ts';
import { createListener } from '../http/app.ts';
import { DatabaseFileWatcher } from '../lifecycle/database-file-watcher.ts';
import type { ProcessContext } from '../lifecycle/process-context.ts';
import { log } from '../observability/log.ts';
import type { Measured } from '../observability/metrics.ts';
import { secretKeyOfWiki } from '../sessions/secret-key.ts';
import { assembleWiki } from '../wiki/assemble.ts';
import type { WorkerCalls } from '../workers/calls.ts';
import { cookiePrefixOf } from './cookie-prefix.ts';
import type { WikiPlace } from './places.ts';

/** A wiki that answers. */
export interface OpenWiki {
  /** Of this moment: the file of its database may be replaced. */
  readonly listener: RequestListener;
  readonly measured: Measured | undefined;
  /** What other processes tell it. */
  readonly calls: Partial<WorkerCalls>;
  /** Resolves when the requests that ran are finished and its database is closed. */
  close(): Promise<void>;
}

/** Opens a wiki. Rejects with a StartError that names all problems. */
export async function openWiki(
  context: ProcessContext,
  common: Settings,
  { name, given }: WikiPlace,
  secretKey: string,
): Promise<OpenWiki> {
  const settings = ownSettings(settingsOfWiki(common, name, given), name, given.values, secretKey);
  let calls: Partial<WorkerCalls> = {};
  let measured: Measured | undefined;
  const around = { name, measure: (now: Measured) => (measured = now), close: async () => {} };
  const first = await assembleWiki(
    contextOf(context, name, own => (calls = own)),
    settings,
    around,
  );
  for (const problem of first.warnings) log('warning', 'wiki', { wiki: name, problem });
  let listener = createListener(first, settings);
  const watcher = new DatabaseFileWatcher(first, next => {
    listener = createListener(next, settings);
  });
  return {
    listener: (request, response) => listener(request, response),
    get measured() {
      return measured;
    },
    get calls() {
      return calls;
    },
    async close() {
      await watcher.stop();
      await watcher.current.drain();
    },
  };
}

/** Keys and names of cookies are of one wiki only. */
function ownSettings(settings: Settings, name: string, given: Readonly<Record<string, unknown>>, secretKey: string): Settings {
  const keys = {
    // Memory is that of all that are open.
    keptAnswers: settings.keptAnswers / settings.openWikis,
    ...(given.secretKey === undefined && { secretKey: secretKeyOfWiki(secretKey, name) }),
    ...(given.oldSecretKeys === undefined && { oldSecretKeys: settings.oldSecretKeys.map(key => secretKeyOfWiki(key, name)) }),
  };
  // The wiki behind this server chose its own.
  if (settings.upstream) return { ...settings, ...keys };
  const chosen = given.accounts === undefined ? undefined : settings.accounts.cookiePrefix;
  return { ...settings, ...keys, accounts: { ...settings.accounts, cookiePrefix: chosen ?? cookiePrefixOf(name) } };
}

/** Attempts to log in and sessions that ended are told apart by wiki; what processes tell each other of databases is each one's own to find. */
function contextOf(context: ProcessContext, name: string, take: (calls: Partial<WorkerCalls>) => void): ProcessContext {
  const { throttle, revocations, shared } = context;
  const of = (text: string): string => `${name}\n${text}`;
  return {
    ...context,
    throttle: { take: key => throttle.take(of(key)), clear: key => throttle.clear(of(key)) },
    revocations: revocations && {
      has: session => revocations.has({ ...session, holder: of(session.holder) }),
      end: session => revocations.end({ ...session, holder: of(session.holder) }),
    },
    shared: shared && { ...shared, answer: take, suspect() {} },
  };
}
