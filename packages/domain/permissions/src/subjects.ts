import type { Env, PageRow, Site, Title } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';

/** Request context of the checks. The service `messages` provides the names of groups in the user's language. */
export interface PermissionEnv extends Env {
  readonly services: { readonly messages?: Messages };
}

/** A page, existing or missing, whose permissions are checked. */
export interface Subject extends Title {
  /** Page id. Negative for a missing page. */
  readonly id: number;
  readonly row: PageRow | undefined;
  readonly contentModel: string;
}

/** Whether a title is a subpage. Namespaces without subpages have none. */
export const isSubpage = (site: Site, { namespace, dbkey }: Title): boolean =>
  dbkey.includes('/') && (site.namespaces.get(namespace)?.subpages ?? false);
