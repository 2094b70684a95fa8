export { backlinkList } from './backlinks.ts';
export { foreignBacklinkList, foreignLinksProp, foreignUrl } from './foreign.ts';
export { incomingProp } from './incoming.ts';
export { languageName } from './language-names.ts';
export { outgoingProp } from './outgoing.ts';
export { targetList } from './targets.ts';
