/**
 * The plugin API version, `major.minor`. Plugins and their packages declare it. A change that can break existing plugins increases the
 * major number. An addition that a plugin can rely on increases the minor number.
 */
export const CONTRACT = '2.0';

/**
 * Returns why a host with plugin API version `spoken` rejects a plugin made for version `made`, and what to do about it. Returns undefined
 * if the host accepts the plugin.
 */
export function refuseContract(made: unknown, spoken: string = CONTRACT): string | undefined {
  const [major, minor] = versionOf(made) ?? [];
  const [ours, newest] = versionOf(spoken) as readonly [number, number];
  if (major === ours && (minor as number) <= newest) return undefined;
  if (major === undefined) {
    const declared = made === undefined ? 'no plugin API version' : `the invalid plugin API version ${JSON.stringify(made)}`;
    return `declares ${declared}; set "wikiquery": { "contract": "${spoken}" } in its package.json`;
  }
  const difference = `requires plugin API version ${String(made)}, but this server has ${spoken}`;
  const isNewer = major > ours || major === ours;
  return isNewer
    ? `${difference}; upgrade the server, or install an older version of the package`
    : `${difference}; install a newer version of the package`;
}

function versionOf(text: unknown): readonly [number, number] | undefined {
  const [, major, minor] = (typeof text === 'string' && /^(\d+)\.(\d+)$/.exec(text)) || [];
  return major === undefined ? undefined : [Number(major), Number(minor)];
}

/** Whether a value is an object with the brand. `instanceof` would fail for plugins with their own copy of this package. */
export const hasBrand = (value: unknown, brand: symbol): boolean => typeof value === 'object' && value !== null && brand in value;
