import type { RequestListener } from 'node:http';
import type { Revocations } from '@wikiquery/accounts';
import {
  assembleWiki,
  createListener,
  DatabaseFileWatcher,
  log,
  type Measured,
  type ProcessCalls,
  type ProcessContext,
  SUSPECT,
  secretKeyOfWiki,
  settingTable,
} from '@wikiquery/server/extend';
import { cookiePrefixOf } from './cookie-prefix.ts';
import type { WikiPlace } from './places.ts';
import type { FarmSettings } from './setting.ts';
import { settingsOfWiki } from './settings-of-wiki.ts';

export interface OpenWiki {
  /** Responds to requests from the current database file, also after its replacement. */
  readonly listener: RequestListener;
  readonly measured: Measured | undefined;
  /** Handlers for calls from other processes. */
  readonly calls: Partial<ProcessCalls>;
  /** Waits for running requests, and closes the database. */
  close(): Promise<void>;
}

/** Opens a wiki. `most`: maximum number of open wikis, which share the response cache. Rejects with a StartError that lists all problems. */
export async function openWiki(
  context: ProcessContext,
  common: FarmSettings,
  { name, given }: WikiPlace,
  secretKey: string,
  most: number,
): Promise<OpenWiki> {
  const read = settingsOfWiki(common, settingTable(context.discovered.extensions), name, given);
  const settings = ownSettings(read, name, given.values, secretKey, most);
  let calls: Partial<ProcessCalls> = {};
  let measured: Measured | undefined;
  const owner = {
    name,
    cookiePrefix: (given.values.accounts === undefined ? undefined : read.accounts.cookiePrefix) ?? cookiePrefixOf(name),
    measure: (now: Measured) => (measured = now),
    close: async () => {},
  };
  const first = await assembleWiki(
    contextOf(context, name, own => (calls = own)),
    settings,
    owner,
  );
  for (const problem of first.notes.warnings) log('warning', 'wiki', { wiki: name, problem });
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

/** Adds the wiki's secret keys and its share of the cache. */
function ownSettings(
  settings: FarmSettings,
  name: string,
  given: Readonly<Record<string, unknown>>,
  secretKey: string,
  most: number,
): FarmSettings {
  return {
    ...settings,
    cachedResponses: settings.cachedResponses / most,
    ...(given.secretKey === undefined && { secretKey: secretKeyOfWiki(secretKey, name) }),
    ...(given.oldSecretKeys === undefined && { oldSecretKeys: settings.oldSecretKeys.map(key => secretKeyOfWiki(key, name)) }),
  };
}

/** Separates logins, revoked sessions and messages by wiki. Suspected damage is not published: each process checks its databases itself. */
function contextOf(context: ProcessContext, name: string, take: (calls: Partial<ProcessCalls>) => void): ProcessContext {
  const { throttle, group, shared } = context;
  const of = (text: string): string => `${name}\n${text}`;
  return {
    ...context,
    throttle: { take: key => throttle.take(of(key)), clear: key => throttle.clear(of(key)) },
    async revocations(): Promise<Revocations> {
      const revocations = await context.revocations();
      return {
        has: session => revocations.has({ ...session, holder: of(session.holder) }),
        end: session => revocations.end({ ...session, holder: of(session.holder) }),
      };
    },
    shared: shared && {
      get status() {
        return shared.status;
      },
      takeRequests: (client, wanted) => shared.takeRequests(client, wanted),
      find: key => shared.find(of(key)),
      keep: (key, value, lifetime) => shared.keep(of(key), value, lifetime),
      forget: key => shared.forget(of(key)),
      publish: (topic, message) => shared.publish(topic, message),
    },
    listenToServers: receive => take({ receive }),
    group: group && {
      ...group,
      answer: take,
      publish: (topic, message) => (topic === SUSPECT ? undefined : group.publish(topic, message)),
    },
  };
}
