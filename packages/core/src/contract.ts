/**
 * The version of this contract, `major.minor`: in every plugin, and in the marker of its package. The major number is raised when a plugin that
 * was written for the previous one could stop working, the minor one when something is added that a plugin may rely on.
 */
export const CONTRACT = '2.0';

/** Why a host of one version can not use what was made for another one, and what to do; undefined where it can. */
export function refuseContract(made: unknown, spoken: string = CONTRACT): string | undefined {
  const [major, minor] = versionOf(made) ?? [];
  const [ours, newest] = versionOf(spoken) as readonly [number, number];
  if (major === ours && (minor as number) <= newest) return undefined;
  const was = `was made for contract ${major === undefined ? JSON.stringify(made) : String(made)}, and this server speaks ${spoken}`;
  if (major === undefined) return `${was}; its package.json must carry "wikiquery": { "contract": "${spoken}" }`;
  const isNewer = major > ours || major === ours;
  return isNewer
    ? `${was}; upgrade the server, or install an older version of the package`
    : `${was}; install a newer version of the package`;
}

function versionOf(text: unknown): readonly [number, number] | undefined {
  const [, major, minor] = (typeof text === 'string' && /^(\d+)\.(\d+)$/.exec(text)) || [];
  return major === undefined ? undefined : [Number(major), Number(minor)];
}

/** What the host recognises by a symbol of this process, not by `instanceof`: a plugin may carry its own copy of this package. */
export const hasBrand = (value: unknown, brand: symbol): boolean => typeof value === 'object' && value !== null && brand in value;
