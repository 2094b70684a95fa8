export { finishJson, toJson } from './json.ts';
export { framed, type JsonEnvelope, textPieces } from './json-pieces.ts';
export { writeJson } from './write.ts';
