import type { Site } from '@wikiquery/core';

/** Protocols of external links, such as `https://` and `mailto:`. */
export const protocolsIn = ({ info }: Site): readonly string[] => (info.protocols as readonly string[] | undefined) ?? [];

/** Returns a regular expression that matches any of the protocols. */
export const protocolPattern = (protocols: readonly string[]): string => protocols.map(each => RegExp.escape(each)).join('|') || '(?!)';
