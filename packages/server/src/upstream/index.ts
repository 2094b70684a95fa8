export { askingWiki } from './ask.ts';
export { passesToWiki } from './passes.ts';
export { createUpstream, RETRY_SECONDS, type ReadBody, readUpTo } from './proxy.ts';
export { credentialsOf, isSignedRequest, together, upstreamSessions } from './sessions.ts';
