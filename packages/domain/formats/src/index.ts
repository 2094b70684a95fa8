export { finishJson, toJson, toPrettyJson } from './json.ts';
export { framed, type JsonEnvelope, jsonPieces, textPieces } from './json-pieces.ts';
export { writeJson } from './write.ts';
