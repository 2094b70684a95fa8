import type { Env, PageRow, Site, Title } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';

/** Environment of the checks. Messages name groups in the user's language. */
export interface PermissionEnv extends Env {
  readonly services: { readonly messages?: Messages };
}

export interface Subject extends Title {
  /** Negative for a missing page. */
  readonly id: number;
  readonly row: PageRow | undefined;
  readonly contentModel: string;
}

export const isSubpage = (site: Site, { namespace, dbkey }: Title): boolean =>
  dbkey.includes('/') && (site.namespaces.get(namespace)?.subpages ?? false);
