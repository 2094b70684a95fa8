import { hash } from 'node:crypto';
import { NS, type Title, titleKey } from '@wikiquery/core';

/** Encodes a category or template as a digest, which tokenizers do not split. */
const tag = (kind: 'c' | 't', title: Title): string => `${kind}${hash('sha1', titleKey(title.namespace, title.dbkey)).slice(0, 14)}`;

export const categoryTag = (dbkey: string): string => tag('c', { namespace: NS.CATEGORY, dbkey });
export const templateTag = (title: Title): string => tag('t', title);
export const namespaceTag = (namespace: number): string => `n${namespace}`;
