import type { ServerContext } from '@modelcontextprotocol/server';
import type { ToolContext } from './tools/tool.ts';
import type { WikiSource } from './wiki/source.ts';

/** Returns the context of a tool call. */
export function contextOf(source: WikiSource, { mcpReq }: ServerContext): ToolContext {
  const { signal, _meta: { progressToken } = {} } = mcpReq;
  return {
    source,
    signal,
    async progress(done, total, message) {
      signal.throwIfAborted();
      if (progressToken === undefined) return;
      const params = { progressToken, progress: done, message, ...(total !== undefined && { total }) };
      await mcpReq.notify({ method: 'notifications/progress', params });
    },
  };
}
