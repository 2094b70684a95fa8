import { print } from '@wikiquery/hardening';
import type { Settings } from '../config/settings.ts';
import { proxyAdvice } from '../http/undeclared-proxy.ts';
import { prepareProcess } from '../lifecycle/process-context.ts';
import type { App } from '../plugins/discovery.ts';
import { secretKeyOf } from '../sessions/secret-key.ts';
import { StartError } from '../start-error.ts';
import { assemble } from '../wiki/assemble.ts';
import { openWiki } from '../wikis/open-wiki.ts';
import { findWikis } from '../wikis/places.ts';
import type { WikisSetting } from '../wikis/setting.ts';

/** Checks what a start would need, without serving, and says what it found. Gives the exit code. */
export async function doctor(app: App, settings: Settings): Promise<number> {
  try {
    if (settings.wikis) return await doctorOfMany(app, settings, settings.wikis);
    const { site, database, registry, health, warnings, leftOut, notInstalled, close } = await assemble(app, settings);
    const { db, engine, layout } = database;
    const { pages } = await db
      .selectFrom('page')
      .select(is => is.fn.countAll<number>().as('pages'))
      .executeTakeFirstOrThrow();
    // What the database has not, no advice brings back.
    const problems = (await health.report()).problems.filter(each => !leftOut.includes(each));
    const lags = await database.lags();
    const stores = await database.stores({ deadline: performance.now() + 2 * PATIENCE });
    await close();
    ok(`database: ${engine}, tables of MediaWiki ${layout.isLater ? `after ${layout.release}` : layout.release}, ${pages} pages`);
    for (const each of layout.described) ok(each);
    ok(
      `site: ${String(site.general.sitename)} (${site.lang}), ${site.namespaces.size} namespaces, ${site.interwikis.size} interwiki prefixes`,
    );
    ok(`modules: ${registry.size}`);
    for (const { host, seconds } of lags)
      if (seconds !== undefined) ok(`replica ${host}: ${Number.isFinite(seconds) ? `${seconds} s behind` : 'has stopped copying'}`);
    for (const [store, trouble] of stores) {
      if (trouble === undefined) ok(`external storage: ${store}`);
      else problems.push(`The texts of ${store} cannot be read: ${trouble.replace(/\.$/, '')}.`);
    }
    const silent = settings.replicas.length > 0 ? settings.replicas.length + 1 - lags.length : 0;
    if (silent > 0)
      problem(
        `${silent} of the database servers do not say how far they are behind: they are away, or the account lacks the right to "show replica status".`,
      );
    for (const warning of [...warnings.filter(each => !problems.includes(each)), ...notInstalled]) print(`note  ${warning}`);
    noteProxy(settings, site.urls.expand('/'));
    for (const each of problems) problem(each);
    return problems.length + silent > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const each of error.problems) problem(each);
    return 1;
  }
}

/** Opens each of many wikis as a server would, one after the other. */
async function doctorOfMany(app: App, settings: Settings, wikis: WikisSetting): Promise<number> {
  const context = await prepareProcess(app, settings, {});
  const { places, problems } = await findWikis(wikis);
  let failed = problems.length;
  for (const each of problems) problem(each);
  const [named] = [...places.values()].flatMap(({ hosts }) => hosts);
  if (named !== undefined) noteProxy(settings, `http://${named}/`);
  try {
    const secretKey = await secretKeyOf(settings, note => print(`note  ${note}`));
    for (const place of places.values()) {
      try {
        const wiki = await openWiki(context, settings, place, secretKey);
        ok(`${place.name}: ${wiki.measured?.engine}, tables of MediaWiki ${wiki.measured?.release}`);
        await wiki.close();
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        failed++;
        for (const each of error.problems) problem(`${place.name}: ${each}`);
      }
    }
  } finally {
    await context.close();
  }
  return failed > 0 ? 1 : 0;
}

/** Milliseconds that external storage has to answer. */
const PATIENCE = 5000;

function noteProxy(settings: Settings, address: string): void {
  const advice = proxyAdvice(settings, address);
  if (advice !== undefined) print(`note  ${advice}`);
}

const ok = (text: string): void => print(`ok    ${text}`);
const problem = (text: string): void => print(`FAIL  ${text}`);
