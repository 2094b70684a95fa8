import { print } from '@wikiquery/hardening';
import type { Settings } from '../config/settings.ts';
import { proxyAdvice } from '../http/undeclared-proxy.ts';
import type { ProcessContext } from '../lifecycle/process-context.ts';
import { hostingOf } from '../plugins/hosting.ts';
import type { App } from '../plugins/server-extension.ts';
import { StartError } from '../start-error.ts';
import { assemble } from '../wiki/assemble.ts';

/** Checks whether a server with these settings can start, without serving, and prints the results. Returns the exit code. */
export async function doctor(app: App, settings: Settings): Promise<number> {
  try {
    const many = await hostingOf(app, settings);
    if (many) return await many.doctor(app);
    const { site, database, plugins, health, notes, context, close } = await assemble(app, settings);
    const { warnings, leftOut, notInstalled } = notes;
    const { db, engine, layout } = database;
    const { pages } = await db
      .selectFrom('page')
      .select(is => is.fn.countAll<number>().as('pages'))
      .executeTakeFirstOrThrow();
    // Missing tables are not a configuration problem.
    const problems = (await health.report()).problems.filter(each => !leftOut.includes(each));
    const lags = await database.lags();
    const stores = await database.stores({ deadline: performance.now() + 2 * PATIENCE });
    await close();
    ok(`database: ${engine}, tables of MediaWiki ${layout.isLater ? `after ${layout.release}` : layout.release}, ${pages} pages`);
    for (const each of layout.described) ok(each);
    ok(
      `site: ${String(site.general.sitename)} (${site.lang}), ${site.namespaces.size} namespaces, ${site.interwikis.size} interwiki prefixes`,
    );
    ok(`modules: ${plugins.registry.size}`);
    okShared(context);
    for (const { host, seconds } of lags)
      if (seconds !== undefined) ok(`replica ${host}: ${Number.isFinite(seconds) ? `${seconds} s behind` : 'replication has stopped'}`);
    for (const [store, trouble] of stores) {
      if (trouble === undefined) ok(`external storage: ${store}`);
      else problems.push(`The texts of ${store} cannot be read: ${trouble.replace(/\.$/, '')}. Check its address in "stores".`);
    }
    const silent = settings.replicas.length > 0 ? settings.replicas.length + 1 - lags.length : 0;
    if (silent > 0)
      problems.push(
        `${silent} of the database servers do not report their replication lag. Start them, or grant the account "show replica status".`,
      );
    for (const warning of [...warnings.filter(each => !problems.includes(each)), ...notInstalled]) print(`note  ${warning}`);
    noteProxy(settings, site.urls.expand('/'));
    for (const each of problems) problem(each);
    return verdict(problems.length);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const each of error.problems) problem(each);
    return verdict(error.problems.length);
  }
}

/** Prints the last line of `wikiquery doctor`. `problems`: their number. Returns the exit code. */
export function verdict(problems: number): number {
  const count = `${problems} problem${problems === 1 ? '' : 's'}`;
  print(problems === 0 ? 'Ready to serve.' : `Not ready to serve: ${count}. Fix the lines that begin with FAIL, and run doctor again.`);
  return problems === 0 ? 0 : 1;
}

/** Timeout in milliseconds for the check of external storage, which takes at most half of the time until its deadline. */
const PATIENCE = 5000;

/** Prints advice if `trustProxy` seems to lack a proxy. `address`: the wiki's URL for clients. */
export function noteProxy(settings: Settings, address: string): void {
  const advice = proxyAdvice(settings, address);
  if (advice !== undefined) print(`note  ${advice}`);
}

/** Prints that the store of shared state can be used. */
export function okShared({ shared }: Pick<ProcessContext, 'shared'>): void {
  if (shared && shared.status.problem === undefined) ok('shared state: the store responds');
}

/** Prints the result of a successful check. */
export const ok = (text: string): void => print(`ok    ${text}`);
/** Prints a problem that a check has found. */
export const problem = (text: string): void => print(`FAIL  ${text}`);
