import type { AnyParam, Params } from './params/param.ts';
import type { PluginGroup } from './plugin.ts';
import { defineService } from './service.ts';

/** A part of the API that has parameters: the entry point, an action, a format, a query module or the page set. */
export interface Described {
  /** The module path, as in `action=paraminfo`: `main`, `query`, `json`, `query+allpages`. */
  readonly path: string;
  readonly name: string;
  readonly group?: PluginGroup;
  /** The MediaWiki extension that provides the plugin. */
  readonly extension?: string;
  readonly prefix: string;
  readonly summary: string;
  readonly params: Params;
  /** Flags as in `action=paraminfo`: `deprecated`, `internal`, `readrights`, `mustbeposted`, `generator`. */
  readonly flags: readonly string[];
  readonly examples?: Readonly<Record<string, string>>;
  /** The plugins that parameters accept as values, by parameter name. */
  readonly submodules?: Readonly<Record<string, Submodules>>;
}

/** The plugins that a parameter accepts as values. */
export interface Submodules {
  /** Accepted value to module path. Sorted, with deprecated values last. */
  readonly paths: Readonly<Record<string, string>>;
  /** Prefix that precedes the plugin's own prefix in parameter names: `g` for generators. */
  readonly prefix?: string;
  readonly deprecated?: readonly string[];
}

/** The metadata of all plugins of a server. */
export interface Installed {
  /** The URL of the API documentation. */
  readonly documentation: string;
  /** The parts of the API, by module path. */
  readonly described: ReadonlyMap<string, Described>;
  /** The parameters that select pages: `titles`, `pageids`, `revids`, `generator`, … */
  readonly pageSet: Described;
  /** Returns the accepted values of a parameter, or undefined if they cannot be listed. */
  valuesOf(param: AnyParam): readonly (string | number)[] | undefined;
}

/** The service with the metadata of all plugins, for plugins such as `action=paraminfo`. */
export const installed = defineService<Installed>('installed');
