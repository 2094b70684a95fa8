export { backlinkList } from './backlinks.ts';
export { foreignBacklinkList, foreignLinksProp, foreignUrl, type OutgoingForeignLink } from './foreign.ts';
export { type IncomingLink, incomingProp } from './incoming.ts';
export { outgoingProp } from './outgoing.ts';
export { type LinkTarget, targetList } from './targets.ts';
