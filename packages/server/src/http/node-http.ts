/** Exports of `node:http`. Importing it would also load Node's `fetch` and `WebSocket`, which takes a tenth of the startup time. */
export const { Agent, createServer, IncomingMessage, request, STATUS_CODES } = process.getBuiltinModule('node:http');
