import { setFlagsFromString } from 'node:v8';
import { print } from '@wikiquery/hardening';
import {
  type App,
  noteProxy,
  type Operated,
  ok,
  okShared,
  openServer,
  operatorsOf,
  originOf,
  type ProcessGroup,
  prepareProcess,
  problem,
  problemsOf,
  type RunningServer,
  type Settings,
  StartError,
  type StartedServer,
  say,
  secretKeyOf,
  serverExtensions,
  settingTable,
  verdict,
  warnOfProxy,
} from '@wikiquery/server/extend';
import { openWiki } from './open-wiki.ts';
import { findWikis } from './places.ts';
import type { FarmSettings } from './setting.ts';
import { settingsOfWiki } from './settings-of-wiki.ts';
import { createWikiRouter } from './wiki-router.ts';
import { Wikis } from './wikis.ts';

/** V8 flags that limit heap growth, because opening wikis leaves much garbage. */
const IN_LITTLE_MEMORY = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];
/** Maximum duration of a response in milliseconds. A wiki may wait for an upstream. */
const LONGEST_RESPONSE = 240_000;

/** Starts a wiki farm. Rejects with a StartError. */
export async function startMany(app: App, settings: FarmSettings, group: ProcessGroup | undefined): Promise<StartedServer> {
  for (const flag of IN_LITTLE_MEMORY) setFlagsFromString(flag);
  const warnings: string[] = [];
  const wikis = await Wikis.prepare(app, settings, { group }, warning => warnings.push(warning));
  const server = await listenForMany(wikis, settings, group).catch(async error => {
    await wikis.close();
    throw error;
  });
  return {
    server,
    watchdog: wikis.context.watchdog,
    greet() {
      for (const warning of warnings) say('warning', 'startup', warning);
      const { names, hosts } = wikis;
      if (hosts[0] !== undefined) warnOfProxy(settings, `http://${hosts[0]}/`);
      const [first = 'NAME'] = names;
      const operators = operatorsOf(server, settings);
      print(`Serving ${names.length} wikis, the first at`, `  ${server.origin}/${first}/w/api.php`);
      print(`Start page: ${server.origin}/  Health: ${operators}/healthz  Metrics: ${operators}/metrics`);
    },
  };
}

/** Serves many wikis over HTTP. Rejects with a StartError if the address is not available. */
export async function listenForMany(
  wikis: Wikis,
  settings: FarmSettings,
  group?: Pick<ProcessGroup, 'takeConnections'>,
): Promise<RunningServer> {
  const operated: Operated = { report: async () => wikis.report(), metrics: () => wikis.context.metrics.text() };
  const { place, drain, close } = await openServer(createWikiRouter(wikis, operated), operated, LONGEST_RESPONSE, settings, group);
  return {
    origin: originOf(place),
    place,
    reload: next => wikis.reload(next as FarmSettings),
    drain() {
      wikis.readiness.isStopping = true;
      drain();
    },
    async stop() {
      wikis.readiness.isStopping = true;
      await close();
      await wikis.close();
    },
  };
}

/** Opens the wikis one after the other, and prints the problems of each. Returns the exit code. */
export async function doctorOfMany(app: App, settings: FarmSettings): Promise<number> {
  const context = await prepareProcess(app, settings, {});
  const { places, problems: ofWikis } = await findWikis(settings);
  const problems = [...ofWikis, ...problemsOf(context.shared)];
  let failed = problems.length;
  for (const each of problems) problem(each);
  okShared(context);
  const [named] = [...places.values()].flatMap(({ hosts }) => hosts);
  if (named !== undefined) noteProxy(settings, `http://${named}/`);
  try {
    const secretKey = await secretKeyOf(settings, note => print(`note  ${note}`));
    for (const place of places.values()) {
      try {
        const wiki = await openWiki(context, settings, place, secretKey, 1);
        ok(`${place.name}: ${wiki.measured?.engine}, tables of MediaWiki ${wiki.measured?.release}`);
        await wiki.close();
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        failed += error.problems.length;
        for (const each of error.problems) problem(`${place.name}: ${each}`);
      }
    }
  } finally {
    await context.close();
  }
  return verdict(failed);
}

/** Maximum number of wikis that an error message lists. */
const MOST_NAMED = 20;

/** Returns the settings of one of the wikis. Rejects with a StartError for an unknown name. */
export async function settingsOf(app: App, settings: FarmSettings, name: string | undefined): Promise<Settings> {
  const { places, problems } = await findWikis(settings);
  const place = name === undefined ? undefined : places.get(name);
  if (place) return settingsOfWiki(settings, settingTable(await serverExtensions(app)), place.name, place.given);
  const known = [...places.keys()].sort();
  const names = `${known.slice(0, MOST_NAMED).join(', ')}${known.length > MOST_NAMED ? ' …' : ''}`;
  throw new StartError([
    ...problems,
    `${name === undefined ? 'This command needs the name of a wiki.' : `There is no wiki "${name}".`} The wikis are ${names}.`,
  ]);
}
