import type { Env, Site } from '@wikiquery/core';
import { constant } from '@wikiquery/core/host';
import { isLanguageCode, translatedName } from '@wikiquery/languages';
import { loadInterfaceTexts, type Messages } from '@wikiquery/messages';
import { loadStatistics } from '@wikiquery/revisions';
import { countsOf } from './counts.ts';
import { perSite } from './per-site.ts';
import type { SiteinfoProp } from './sections.ts';

/** Query with the parameters that affect sections. */
export interface SectionQuery extends Env {
  readonly params: {
    readonly filteriw: '!local' | 'local' | undefined;
    readonly showalldb: boolean;
    readonly numberingroup: boolean;
    readonly inlanguagecode: string | undefined;
  };
  readonly services: { readonly messages: Messages };
}
type ComputeSection = (q: SectionQuery) => unknown;
type Entry = Readonly<Record<string, unknown>>;

/** Functions that compute the sections that differ from the site configuration. */
export const computedSections: { readonly [P in SiteinfoProp]?: ComputeSection } = {
  general: ({ site, now }) => generalFacts(site, now),
  namespaces: once(site => {
    const namespaces = Object.entries(site.info.namespaces as Readonly<Record<string, Entry>>);
    return new Map(namespaces.sort(([a], [b]) => Number(a) - Number(b)));
  }),
  autopromote: once(site => conditionsInOrder(site.info.autopromote)),
  autopromoteonce: once(site => conditionsInOrder(site.info.autopromoteonce)),
  interwikimap: q => interwikiMap(q),
  languages: q => languages(q),
  skins: q => skins(q),
  dbrepllag: q => replicationLag(q),
  statistics: q => statistics(q),
  usergroups: q => userGroups(q),
};

/** Marks a section as constant if it is copied unmodified from the site configuration, so that its serialized form can be cached. */
export const unchanged = <T>(section: T): T => (typeof section === 'object' && section !== null ? constant(section) : section);

/** Computes a section once per wiki. */
function once(make: (site: Site) => unknown): ComputeSection {
  const section = perSite(site => unchanged(make(site)));
  return ({ site }) => section(site);
}

const cachedFacts = new WeakMap<Site, { readonly time: string; readonly facts: Entry }>();

/** Returns the section `general`, which is cached for one second because it contains the time. */
function generalFacts(site: Site, now: Date): Entry {
  const time = `${now.toISOString().slice(0, 19)}Z`;
  const last = cachedFacts.get(site);
  if (last?.time === time) return last.facts;
  const facts = constant({ ...factsWithoutTime(site), time });
  cachedFacts.set(site, { time, facts });
  return facts;
}

const factsWithoutTime = perSite(site => {
  const { time: _, ...general } = site.general;
  const entries = Object.entries(general);
  // MediaWiki returns the time after the wiki id.
  const index = entries.findIndex(([key]) => key === 'wikiid') + 1 || entries.length;
  // Parsing yields a faster object than assigning many keys.
  return JSON.parse(JSON.stringify(Object.fromEntries(entries.toSpliced(index, 0, ['time', ''])))) as Entry;
});

/** Converts objects to maps, because objects would order the numbered conditions before the operand. */
function conditionsInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(conditionsInOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, conditionsInOrder(item)] as const);
  const isNumber = (key: string) => /^\d+$/.test(key);
  return new Map([...entries.filter(([key]) => !isNumber(key)), ...entries.filter(([key]) => isNumber(key))]);
}

function interwikiMap({ site, params }: SectionQuery): readonly Entry[] {
  const wikis = site.info.interwikimap as readonly Entry[];
  const { filteriw, inlanguagecode } = params;
  if (filteriw === undefined && !inlanguagecode) return unchanged(wikis);
  const translated = (wiki: Entry) => ({ ...wiki, language: translatedName(site, String(wiki.prefix), inlanguagecode) ?? wiki.language });
  return wikis
    .filter(({ local = false }) => filteriw === undefined || local === (filteriw === 'local'))
    .map(wiki => ('language' in wiki ? translated(wiki) : wiki));
}

function languages({ site, params: { inlanguagecode } }: SectionQuery): readonly Entry[] {
  const list = site.info.languages as readonly Entry[];
  if (!inlanguagecode) return unchanged(list);
  return list.map(language => ({ ...language, name: translatedName(site, String(language.code), inlanguagecode) ?? language.name }));
}

async function skins(q: SectionQuery): Promise<readonly Entry[]> {
  const list = q.site.info.skins as readonly Entry[];
  const { inlanguagecode: language } = q.params;
  if (!language || !isLanguageCode(language)) return unchanged(list);
  const key = ({ code }: Entry) => `skinname-${String(code)}`;
  const texts = await loadInterfaceTexts(q, list.map(key), { ...q.services, language });
  return list.map(skin => ({ ...skin, name: texts.text(key(skin)) ?? skin.name }));
}

/** Returns the highest lag, or all lags with `showalldb`. Without replicas, returns -1, or 0 with `showalldb`, as MediaWiki does. */
async function replicationLag({ site, params, lags }: SectionQuery): Promise<Entry[]> {
  const servers = (await lags()).map(({ host, seconds }) => ({ host: site.configuration.showHostnames ? host : '', lag: seconds }));
  if (servers.length === 0) return [{ host: '', lag: params.showalldb ? 0 : -1 }];
  return params.showalldb ? servers : servers.toSorted((a, b) => b.lag - a.lag).slice(0, 1);
}

async function statistics(q: SectionQuery): Promise<Entry> {
  const counts = countsOf(q.site);
  const [stats, members, jobs] = await Promise.all([loadStatistics(q.db), counts.members.get(q), counts.jobs.get(q)]);
  return {
    pages: stats.pages,
    articles: stats.articles,
    edits: stats.edits,
    images: stats.files,
    users: stats.users,
    activeusers: stats.activeUsers,
    admins: members.get('sysop') ?? 0,
    // As in MediaWiki, a single job counts as none.
    jobs: jobs === 1 ? 0 : jobs,
  };
}

const groupsOf = once(site => (site.info.usergroups as readonly Entry[]).map(withoutNumber));

async function userGroups(q: SectionQuery): Promise<readonly Entry[]> {
  const { db, now, site, params } = q;
  const groups = site.info.usergroups as readonly Entry[];
  if (!params.numberingroup) return groupsOf(q) as readonly Entry[];
  const [members, { users }] = await Promise.all([countsOf(site).members.get({ db, now }), loadStatistics(db)]);
  const promoted = new Set(Object.keys((site.info.autopromote ?? {}) as object));
  const sizeOf = (name: string): number | undefined => {
    if (name === 'user') return users;
    return name === '*' || promoted.has(name) ? undefined : (members.get(name) ?? 0);
  };
  return groups.map(group => {
    const { name, rights, ...changes } = withoutNumber(group);
    const number = sizeOf(String(name));
    return { name, rights, ...(number !== undefined && { number }), ...changes };
  });
}

/** Removes the member count, which can be outdated in the site configuration. */
function withoutNumber(group: Entry): Entry {
  const { number: _, ...rest } = group;
  return rest;
}
