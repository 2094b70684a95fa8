export { passesToWiki } from './passes.ts';
export { createUpstream, RETRY_SECONDS, readUpTo } from './proxy.ts';
export { credentialsOf, upstreamSessions } from './sessions.ts';
