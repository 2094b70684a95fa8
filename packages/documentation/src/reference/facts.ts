import type { Site } from '@wikiquery/core';
import type { AnyPlugin, Described } from '@wikiquery/core/host';

/** The facts from which the reference pages are generated. */
export interface ReferenceFacts {
  /** The wiki that determines values which depend on a wiki. */
  readonly site: Site;
  readonly plugins: readonly PluginFact[];
  /** The entry point `api.php`. */
  readonly entry: Described;
  /** `action=query`, and the parameters that select its pages. */
  readonly query: Described;
  readonly pageSet: Described;
  readonly settings: readonly SettingFact[];
  readonly commands: readonly CommandFact[];
  readonly metrics: readonly MetricFact[];
  readonly events: readonly EventFact[];
  readonly errors: readonly ErrorFact[];
}

/** A plugin with its package. */
export interface PluginFact {
  readonly plugin: AnyPlugin;
  /** Folder of the package, relative to the repository. */
  readonly folder: string;
  /** Text of the README of the package. Relative links in it are already absolute. */
  readonly readme: string;
}

/** A setting of the server or of one of its extensions. */
export interface SettingFact {
  /** Key in the configuration file. */
  readonly name: string;
  /** Flag with the placeholder of its value: `--port N`. Undefined for settings without a flag. */
  readonly flag?: string | undefined;
  /** Environment variable. Undefined if there is none. */
  readonly variable?: string | undefined;
  readonly help: string;
  readonly default?: string | undefined;
  readonly perWiki: boolean;
  /** Whether a change requires a restart. */
  readonly isFixed: boolean;
}

/** A command of the program `wikiquery`, with the text of its `--help`. */
export interface CommandFact {
  readonly name: string;
  readonly summary: string;
  readonly text: string;
}

/** A Prometheus metric. */
export interface MetricFact {
  readonly name: string;
  readonly kind: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** A log event. */
export interface EventFact {
  readonly name: string;
  readonly levels: readonly string[];
  /** Names of the fields that the code writes literally. */
  readonly fields: readonly string[];
  /** Folders of the packages that log the event. */
  readonly folders: readonly string[];
}

/** An error or warning code. */
export interface ErrorFact {
  /** The code. Variable parts are in braces: `badvalue_{param}`. */
  readonly code: string;
  /** HTTP statuses, for errors of the REST API and of the server. */
  readonly statuses: readonly number[];
  /** Texts of the message. Variable parts are in braces. */
  readonly texts: readonly string[];
  /** Folders of the packages that return the code. */
  readonly folders: readonly string[];
}
