import { parseTimestamp } from '@wikiquery/core';
import { DatabaseUnusableError } from '@wikiquery/database';
import { print, printError } from '@wikiquery/hardening';
import { SiteError } from '@wikiquery/site';
import { duration, integer, type SettingKind } from '../config/setting-kinds.ts';
import type { Settings } from '../config/settings.ts';
import { noteContact, pauseReporter, userAgentOf } from '../config/user-agent.ts';
import type { App } from '../plugins/server-extension.ts';
import { oneLine, StartError } from '../start-error.ts';
import { askFor, describe, findEntryPoint } from './adopt.ts';
import { withoutSteps } from './import.ts';
import { indexOptions } from './index-options.ts';

/** Flags of `wikiquery follow` besides the settings. */
export const FOLLOW_FLAGS = {
  once: { type: 'boolean' },
  standby: { type: 'boolean' },
  verify: { type: 'boolean' },
  uploads: { type: 'boolean' },
  'upload-host': { type: 'string', multiple: true },
  histories: { type: 'boolean' },
  since: { type: 'string' },
  interval: { type: 'string' },
  rate: { type: 'string' },
  without: { type: 'string', multiple: true },
} as const;

type Flags = Readonly<Record<string, unknown>>;

/** Syncs an imported wiki with the live one until a signal arrives. Returns the exit code: 1 for an invalid response of the wiki. */
export async function follow(app: App, url: string, settings: Settings, flags: Flags): Promise<number> {
  const { database, tablePrefix, searchIndex, wiki, images } = settings;
  if (database === undefined)
    throw new StartError(['follow needs the database with the imported dump of the wiki: --database sqlite:PATH']);
  const options = await readFlags(flags);
  const { countText, followWiki, NoRoomError, SourceError, terminalProgress } = await import('@wikiquery/dumps');
  const stopping = new AbortController();
  const end = (): void => stopping.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  const progress = terminalProgress();
  try {
    const userAgent = userAgentOf(settings, 'follow');
    const api = await findEntryPoint(url, userAgent);
    noteContact(settings, api);
    const { pages, entries } = await followWiki(database, new URL(api), {
      ...options,
      prefix: tablePrefix,
      configuration: wiki,
      ...(images !== undefined && { images }),
      ...(await indexOptions(app, searchIndex)),
      progress,
      userAgent,
      onPause: pauseReporter(text => progress.warn(text)),
      describe: () => describe(askFor(api, userAgent)),
      signal: stopping.signal,
    });
    print(`${countText(pages, 'pages')} and ${countText(entries, 'log entries')} were brought up to date.`);
    return 0;
  } catch (error) {
    if (
      error instanceof DatabaseUnusableError ||
      error instanceof SiteError ||
      error instanceof SourceError ||
      error instanceof NoRoomError
    )
      throw new StartError([oneLine(error)]);
    if (!(error instanceof Error) || error.name !== 'WikiError') throw error;
    printError(
      `wikiquery: ${url} sent an invalid response: ${oneLine(error)}. Start "wikiquery follow" again: it resumes where it stopped.`,
    );
    return 1;
  } finally {
    progress.end();
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

async function readFlags(flags: Flags) {
  const problems: string[] = [];
  const read = (name: 'interval' | 'rate', kind: SettingKind<number>): number | undefined => {
    try {
      return flags[name] === undefined ? undefined : kind.read(flags[name], '');
    } catch (error) {
      problems.push(`--${name} ${oneLine(error)}.`);
      return undefined;
    }
  };
  const [interval, rate] = [read('interval', duration(1000, 86_400_000)), read('rate', integer('N', 1, 1000))];
  const since = typeof flags.since === 'string' ? parseTimestamp(flags.since) : undefined;
  if (flags.since !== undefined && since === undefined)
    problems.push(`--since must be a time such as 2026-01-31T12:00:00Z, not "${flags.since as string}".`);
  const uploadHosts = ((flags['upload-host'] ?? []) as readonly string[]).flatMap(each => each.split(','));
  for (const host of uploadHosts)
    if (URL.parse(`https://${host}/`)?.host !== host)
      problems.push(`--upload-host must be a host name such as upload.example.org, not "${host}".`);
  const without = await withoutSteps(flags, problems);
  if (problems.length > 0) throw new StartError(problems);
  return {
    once: flags.once === true,
    standby: flags.standby === true,
    verify: flags.verify === true,
    uploads: flags.uploads === true,
    histories: flags.histories === true,
    without,
    uploadHosts,
    ...(interval !== undefined && { interval: interval / 1000 }),
    ...(rate !== undefined && { rate }),
    ...(since !== undefined && { since }),
  };
}
