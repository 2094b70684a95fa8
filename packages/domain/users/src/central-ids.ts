import { f, type ShapeOut, type Site } from '@wikiquery/core';

/** Fields of an account's central ids. */
export const centralFields = {
  centralids: f.assoc(f.int()),
  attachedlocal: f.assoc(f.boolean()),
  attachedwiki: f.assoc(f.boolean()).optional(),
};

/** Provider that treats local accounts as central accounts. The database has no data of other providers, such as CentralAuth. */
const LOCAL = 'local';

/** Returns the central ids of an account by provider. Hidden accounts have the id 0. `attachedWiki`: the id of the requested wiki. */
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
