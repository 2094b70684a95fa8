// An import would also load Node's fetch and WebSocket: a tenth of the startup time.
export const { Agent, createServer, IncomingMessage, request, STATUS_CODES } = process.getBuiltinModule('node:http');
