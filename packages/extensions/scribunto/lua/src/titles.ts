import type { Site, Title } from '@wikiquery/core';
import { localSpecialName } from '@wikiquery/titles';
import { MODULE_NAMESPACE, type WikitextContext } from '@wikiquery/wikitext';

/** Returns the fields of a Lua title object that do not require the database. */
export function describeTitle({ site, titles }: WikitextContext, title: Title, fragment = '', interwiki = '') {
  const local = { namespace: interwiki === '' ? title.namespace : 0, dbkey: title.dbkey };
  const text = local.dbkey.replaceAll('_', ' ');
  const space = site.namespaces.get(local.namespace);
  const hasSubpages = interwiki === '' && (space?.subpages ?? false);
  const parts = hasSubpages ? text.split('/') : [text];
  const subject = local.namespace < 0 ? local.namespace : local.namespace - (local.namespace % 2);
  const talk = local.namespace < 0 ? undefined : subject + 1;
  const nameOf = (id: number | undefined): string | undefined =>
    id === undefined ? undefined : site.namespaces.get(id)?.name.replaceAll(' ', '_');
  const wiki = interwiki === '' ? undefined : site.interwikis.get(interwiki);
  return {
    interwiki,
    namespace: local.namespace,
    fragment: fragment.replaceAll('_', ' '),
    nsText: nameOf(local.namespace) ?? '',
    subjectNsText: nameOf(subject) ?? '',
    talkNsText: (nameOf(talk) ?? '').replaceAll('_', ' '),
    text,
    prefixedText: interwiki === '' ? titles.text(local) : `${interwiki}:${text}`,
    rootText: parts[0] as string,
    baseText: parts.length > 1 ? parts.slice(0, -1).join('/') : text,
    subpageText: parts.at(-1) as string,
    canTalk: interwiki === '' && talk !== undefined && site.namespaces.has(talk),
    isContentPage: interwiki === '' && (space?.content ?? false),
    isExternal: interwiki !== '',
    isLocal: interwiki === '' || (wiki?.local ?? false),
    isSpecialPage: local.namespace === -1,
    isSubpage: parts.length > 1,
    isTalkPage: local.namespace > 0 && local.namespace % 2 === 1,
    subjectNamespace: subject,
    talkNamespace: talk !== undefined && site.namespaces.has(talk) ? talk : undefined,
    isKnownSpecial: local.namespace === -1 && localSpecialName(site, local.dbkey) !== undefined,
    defaultModel: space?.defaultContentModel ?? (local.namespace === MODULE_NAMESPACE ? 'Scribunto' : 'wikitext'),
  };
}

export type TitleTable = ReturnType<typeof describeTitle>;

export function describeSite(site: Site): object {
  const { general } = site;
  const spaces = Array.from(site.namespaces.values(), space => {
    const isTalk = space.id > 0 && space.id % 2 === 1;
    const subject = space.id < 0 ? space.id : space.id - (space.id % 2);
    const talk = space.id >= 0 && site.namespaces.has(subject + 1) ? subject + 1 : undefined;
    return {
      id: space.id,
      name: space.name.replaceAll('_', ' '),
      canonicalName: (space.canonical ?? (space.id === 0 ? '' : space.name)).replaceAll('_', ' '),
      displayName: space.id === 0 ? '(Main)' : space.name.replaceAll('_', ' '),
      hasSubpages: space.subpages,
      hasGenderDistinction: space.id === 2 || space.id === 3,
      isCapitalized: !space.caseSensitive,
      isContent: space.content,
      isIncludable: !space.nonincludable,
      isMovable: space.id >= 0,
      isSubject: !isTalk,
      isTalk,
      defaultContentModel: space.defaultContentModel,
      aliases: space.aliases,
      names: [space.name, ...(space.canonical === undefined ? [] : [space.canonical]), ...space.aliases],
      subjectId: subject,
      talkId: talk,
      associatedId: isTalk ? subject : talk,
    };
  });
  return {
    siteName: general.sitename,
    server: general.server,
    scriptPath: general.scriptpath,
    stylePath: typeof general.scriptpath === 'string' ? `${general.scriptpath}/skins` : '',
    currentVersion: typeof general.generator === 'string' ? general.generator.replace(/^MediaWiki /, '') : '',
    namespaces: spaces,
  };
}
