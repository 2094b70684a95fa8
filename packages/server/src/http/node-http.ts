/** `node:http`. An import would read all that the module exports, and load the fetch and WebSocket of Node for it: a tenth of the start. */
export const { Agent, createServer, IncomingMessage, request, STATUS_CODES } = process.getBuiltinModule('node:http');
