export { askingWiki } from './ask.ts';
export { passesToWiki } from './passes.ts';
export { ARRIVING, createUpstream, RETRY_SECONDS, type SentBody } from './proxy.ts';
export { credentialsOf, isSignedRequest, together, upstreamSessions } from './sessions.ts';
