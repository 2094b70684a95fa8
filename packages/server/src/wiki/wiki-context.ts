import type { Messages } from '@wikiquery/messages';
import type { Settings } from '../config/settings.ts';
import type { ProcessContext } from '../lifecycle/process-context.ts';
import type { Readiness } from '../observability/health.ts';
import type { Measured } from '../observability/metrics.ts';

/** The owner of an opened wiki: the server, or a wiki farm. */
export interface WikiOwner {
  /** Name of the wiki in a farm, part of the rate-limit keys of its accounts. */
  readonly name?: string;
  /** Cookie prefix of the wiki in a farm, which overrides that of the settings. */
  readonly cookiePrefix?: string;
  /** Receives the source of the database metrics. */
  measure(measured: Measured): void;
  /** Called when the wiki is closed. */
  close(): Promise<void>;
}

/** State that stays when a wiki is reopened. */
export interface WikiContext extends ProcessContext, WikiOwner {
  readonly settings: Settings;
  readonly messages: Messages;
  readonly readiness: Readiness;
}
