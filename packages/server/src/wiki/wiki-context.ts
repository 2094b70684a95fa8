import type { Messages } from '@wikiquery/messages';
import type { Settings } from '../config/settings.ts';
import type { ProcessContext } from '../lifecycle/process-context.ts';
import type { Readiness } from '../observability/health.ts';
import type { Measured } from '../observability/metrics.ts';

/** Additions of the server of one wiki to its process. */
export interface WikiOwner {
  /** The name of the wiki in a server of many. Accounts of each wiki count for themselves. */
  readonly name?: string;
  /** The prefix of its cookies in a server of many, whatever the settings of all wikis say. */
  readonly cookiePrefix?: string;
  /** Receives what can be measured of the database. */
  measure(measured: Measured): void;
  /** Called when the wiki is closed. */
  close(): Promise<void>;
}

/** State that stays while a wiki is reopened after its database file was replaced. */
export interface WikiContext extends ProcessContext, WikiOwner {
  readonly settings: Settings;
  readonly messages: Messages;
  readonly readiness: Readiness;
}
