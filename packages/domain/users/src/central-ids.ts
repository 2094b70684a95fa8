import { f, type ShapeOut, type Site } from '@wikiquery/core';

/** What `centralids` adds to a record about an account, by provider of central ids. */
export const centralFields = {
  centralids: f.assoc(f.int()),
  attachedlocal: f.assoc(f.boolean()),
  attachedwiki: f.assoc(f.boolean()).optional(),
};

/** The provider that takes the accounts of this wiki for central ones; of others (CentralAuth) the database does not tell. */
const LOCAL = 'local';

/** Accounts whose name is hidden have no public central id. `attachedWiki` is the id of the wiki that was asked about. */
export function describeCentral(
  site: Site,
  { id, isHidden }: { readonly id: number; readonly isHidden: boolean },
  attachedWiki: string | undefined,
): ShapeOut<typeof centralFields> {
  const providers = (site.general.allcentralidlookupproviders as readonly string[] | undefined) ?? [LOCAL];
  const each = <T>(value: (isLocal: boolean) => T) => Object.fromEntries(providers.map(provider => [provider, value(provider === LOCAL)]));
  return {
    centralids: each(isLocal => (isLocal && !isHidden ? id : 0)),
    attachedlocal: each(isLocal => isLocal && id !== 0),
    ...(attachedWiki && attachedWiki !== '0' && { attachedwiki: each(isLocal => isLocal && id !== 0 && attachedWiki === site.wikiId) }),
  };
}
