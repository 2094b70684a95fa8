import type { Site } from '@wikiquery/core';

/** Returns the protocols of external links, such as `https://` and `mailto:`, in a site configuration. */
export const protocolsIn = ({ info }: Site): readonly string[] => (info.protocols as readonly string[] | undefined) ?? [];

/** Returns the source of a regular expression that matches any of the protocols. */
export const protocolPattern = (protocols: readonly string[]): string => protocols.map(each => RegExp.escape(each)).join('|') || '(?!)';
