import type { Env, PageRow, Site, Title } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';

/** What the checks read; messages name groups in the user's language. */
export interface PermissionEnv extends Env {
  readonly services: { readonly messages?: Messages };
}

/** A page or a title without page that something is to be said of. */
export interface Subject extends Title {
  /** By which the response lists it; negative when there is no page. */
  readonly id: number;
  readonly row: PageRow | undefined;
  readonly contentModel: string;
}

export const isSubpage = (site: Site, { namespace, dbkey }: Title): boolean =>
  dbkey.includes('/') && (site.namespaces.get(namespace)?.subpages ?? false);
