/** A module in the response to `action=paraminfo` with `helpformat=wikitext`. */
export interface ModuleDescription {
  readonly name: string;
  readonly path: string;
  readonly group?: string;
  readonly prefix: string;
  readonly description?: string;
  readonly source?: string;
  readonly sourcename?: string;
  readonly licensetag?: string;
  readonly deprecated?: boolean;
  readonly internal?: boolean;
  readonly generator?: boolean;
  readonly mustbeposted?: boolean;
  readonly readrights?: boolean;
  readonly writerights?: boolean;
  readonly helpurls?: readonly string[];
  readonly examples?: readonly Example[];
  readonly parameters: readonly Parameter[];
  readonly templatedparameters?: readonly Parameter[];
}

export interface Example {
  readonly query: string;
  readonly description?: string;
}

export interface Parameter {
  readonly name: string;
  readonly description?: string;
  /** List of the allowed values, or the name of the type. */
  readonly type: string | readonly (string | number)[];
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly sensitive?: boolean;
  readonly default?: string | number | boolean;
  readonly multi?: boolean;
  readonly limit?: number;
  readonly lowlimit?: number;
  readonly highlimit?: number;
  readonly allspecifier?: string;
  readonly min?: number;
  readonly max?: number;
  readonly highmax?: number;
  readonly maxbytes?: number;
  readonly deprecatedvalues?: readonly string[];
  readonly internalvalues?: readonly string[];
  readonly extranamespaces?: readonly number[];
  readonly subtypes?: readonly string[];
  readonly submodules?: Readonly<Record<string, string>>;
  readonly submoduleparamprefix?: string;
  readonly templatevars?: Readonly<Record<string, string>>;
  readonly info?: readonly { readonly name: string; readonly text?: string }[];
}

/** The parts of the response to `meta=siteinfo` that the page uses. */
export interface SiteInfo {
  readonly general: Readonly<Record<string, unknown>> & {
    readonly sitename: string;
    readonly mainpage: string;
    readonly generator: string;
    readonly server: string;
    readonly articlepath: string;
    readonly script: string;
    readonly dbtype?: string;
    readonly dbversion?: string;
    readonly lang: string;
  };
  readonly namespaces: Readonly<Record<string, { readonly id: number; readonly name: string }>>;
  readonly statistics: Readonly<Record<string, number>>;
}

/** Returns the URL of a wiki page. The wiki itself rejects invalid titles. */
export function pageAddress({ general }: SiteInfo, title: string): string | undefined {
  const path = general.articlepath.replace('$1', () =>
    encodeURIComponent(title.replaceAll(' ', '_')).replaceAll('%3A', ':').replaceAll('%2F', '/'),
  );
  return safeAddress(path, general.server);
}

/** Returns the URL of a revision. */
export const revisionAddress = ({ general }: SiteInfo, revision: number): string | undefined =>
  safeAddress(`${general.script}?oldid=${revision}`, general.server);

/** Returns an absolute HTTP or HTTPS URL, or undefined for any other text: a wiki may report anything. */
export function safeAddress(text: string, base?: string): string | undefined {
  const url = URL.parse(text, base === undefined ? undefined : base.replace(/^\/\//, 'https://'));
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
