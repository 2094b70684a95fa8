import { parseTimestamp } from '@wikiquery/core';
import { storeLogParams } from '@wikiquery/logs';
import { base36Sha1 } from '@wikiquery/text-storage';
import type { Contributor, LogItem, RevisionItem, SlotItem, UploadItem } from '../items.ts';

interface LiveAction {
  readonly timestamp?: string;
  readonly user?: string;
  readonly userid?: number;
  readonly userhidden?: boolean;
  readonly comment?: string;
  readonly commenthidden?: boolean;
}

export interface LiveRevision extends LiveAction {
  readonly revid: number;
  readonly parentid?: number;
  readonly minor?: boolean;
  readonly size?: number;
  readonly sha1?: string;
  readonly sha1hidden?: boolean;
  readonly slots?: Readonly<Record<string, LiveSlot>>;
}

interface LiveSlot {
  readonly size?: number;
  readonly sha1?: string;
  readonly contentmodel?: string;
  readonly content?: string;
  readonly texthidden?: boolean;
}

export interface LivePage {
  readonly pageid?: number;
  readonly ns: number;
  readonly title: string;
  readonly missing?: boolean;
  readonly redirect?: boolean;
  readonly protection?: readonly LiveProtection[];
  readonly revisions?: readonly LiveRevision[];
  readonly imageinfo?: readonly LiveUpload[];
}

export interface LiveProtection {
  readonly type: string;
  readonly level: string;
  readonly expiry: string;
  readonly cascade?: boolean;
  /** Page from which the protection cascades. Undefined for a protection of the page itself. */
  readonly source?: string;
}

export interface LiveEntry extends LiveAction {
  readonly logid: number;
  readonly ns?: number;
  readonly title?: string;
  readonly actionhidden?: boolean;
  readonly type: string;
  readonly action: string;
  readonly revid?: number;
  readonly params?: Parameters<typeof storeLogParams>[1];
}

export interface LiveUpload extends LiveAction {
  readonly archivename?: string;
  readonly filehidden?: boolean;
  readonly size?: number;
  readonly sha1?: string;
  readonly url?: string;
}

export const REVISION_PROPS = [
  'ids',
  'flags',
  'timestamp',
  'user',
  'userid',
  'comment',
  'size',
  'sha1',
  'slotsize',
  'slotsha1',
  'contentmodel',
  'roles',
];
export const ENTRY_PROPS = ['ids', 'title', 'type', 'user', 'userid', 'timestamp', 'comment', 'details'];

const digitsOf = (iso = ''): string => parseTimestamp(iso) ?? '';

const contributorOf = ({ user, userid = 0 }: LiveAction): Contributor => (user === undefined ? undefined : { name: user, id: userid });

const hiddenBits = (action: LiveAction): number => (action.commenthidden ? 2 : 0) | (action.userhidden ? 4 : 0);

const isTextHidden = ({ sha1hidden, slots = {} }: LiveRevision): boolean =>
  sha1hidden === true || Object.values(slots).some(slot => slot.texthidden);

export function revisionItem(revision: LiveRevision): RevisionItem {
  const { revid, parentid, minor, comment = '', slots = {}, sha1 } = revision;
  const { main, ...others } = slots;
  return {
    kind: 'revision',
    id: revid,
    parent: parentid || undefined,
    timestamp: digitsOf(revision.timestamp),
    contributor: contributorOf(revision),
    minor: minor === true,
    comment,
    hidden: (isTextHidden(revision) ? 1 : 0) | hiddenBits(revision),
    slots: [
      slotItem('main', { ...main, size: main?.size ?? revision.size }),
      ...Object.entries(others).map(([role, slot]) => slotItem(role, slot)),
    ],
    sha1: sha1 ? base36Sha1(sha1) : undefined,
  };
}

function slotItem(
  role: string,
  { size, sha1, contentmodel = 'wikitext', content }: { [K in keyof LiveSlot]: LiveSlot[K] | undefined },
): SlotItem {
  return {
    role,
    model: contentmodel,
    origin: undefined,
    text: content,
    bytes: size,
    sha1: sha1 ? base36Sha1(sha1) : undefined,
  };
}

export function logItem(entry: LiveEntry): LogItem {
  const { logid, type, action, title, comment = '', params, revid, actionhidden = false } = entry;
  return {
    kind: 'log',
    id: logid,
    timestamp: digitsOf(entry.timestamp),
    contributor: contributorOf(entry),
    comment,
    type,
    action,
    title: actionhidden ? undefined : title,
    params: actionhidden || params === undefined ? '' : storeLogParams({ type, action }, params, revid),
    hidden: (actionhidden ? 1 : 0) | hiddenBits(entry),
  };
}

export function uploadItem(name: string, upload: LiveUpload): UploadItem {
  const { archivename, comment = '', size = 0, sha1 } = upload;
  return {
    kind: 'upload',
    timestamp: digitsOf(upload.timestamp),
    contributor: contributorOf(upload),
    comment,
    filename: name,
    archiveName: archivename,
    size: Number.isSafeInteger(size) && size >= 0 ? size : 0,
    sha1: /^[\da-f]{40}$/i.test(sha1 ?? '') ? base36Sha1(sha1 as string) : '',
    hidden: (upload.filehidden ? 1 : 0) | hiddenBits(upload),
  };
}
