import type { AnyParam, Params } from './params/param.ts';
import type { PluginGroup } from './plugin.ts';
import { defineService } from './service.ts';

/** One thing that has parameters: the entry point, an action, a format, a query module, what names the pages. */
export interface Described {
  /** `main`, `query`, `json`, `query+allpages`. */
  readonly path: string;
  readonly name: string;
  readonly group?: PluginGroup;
  /** The extension of MediaWiki that it belongs to. */
  readonly extension?: string;
  readonly prefix: string;
  readonly summary: string;
  readonly params: Params;
  /** `deprecated`, `internal`, `readrights`, `mustbeposted`, `generator`. */
  readonly flags: readonly string[];
  readonly examples?: Readonly<Record<string, string>>;
  /** Parameters whose values are plugins. */
  readonly submodules?: Readonly<Record<string, Submodules>>;
}

export interface Submodules {
  /** Values, sorted, deprecated ones last, and the path of each. */
  readonly paths: Readonly<Record<string, string>>;
  /** What stands before the parameters of a value beside its own prefix. */
  readonly prefix?: string;
  readonly deprecated?: readonly string[];
}

/** What a server offers. */
export interface Installed {
  /** Where the documentation of this interface stands. */
  readonly documentation: string;
  /** Everything that has parameters, by path. */
  readonly described: ReadonlyMap<string, Described>;
  /** What names the pages of an action that works on pages. */
  readonly pageSet: Described;
  /** The accepted values of a parameter, when they can be listed. */
  valuesOf(param: AnyParam): readonly (string | number)[] | undefined;
}

/** What is installed, for plugins that tell of others. */
export const installed = defineService<Installed>('installed');
