export { askingWiki } from './ask.ts';
export { passesToWiki } from './passes.ts';
export { createUpstream, RETRY_SECONDS, readUpTo } from './proxy.ts';
export { credentialsOf, isSignedRequest, upstreamSessions } from './sessions.ts';
