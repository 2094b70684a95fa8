export { finishJson, toJson, toPrettyJson } from './json.ts';
export { type Frame, framed, jsonPieces, textPieces } from './json-pieces.ts';
export { writeJson } from './write.ts';
