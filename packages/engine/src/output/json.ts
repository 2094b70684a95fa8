/**
 * JSON text of a response. Objects whose key order matters are Maps (a plain object would put numeric keys first); what lies
 * inside plain objects is left to JSON.stringify.
 */
export function toJson(value: unknown): string {
  if (value instanceof Map) {
    let text = '{';
    for (const [key, item] of value) {
      if (item === undefined) continue;
      text += `${text.length > 1 ? ',' : ''}${JSON.stringify(key)}:${toJson(item)}`;
    }
    return `${text}}`;
  }
  if (Array.isArray(value) && value.some(item => item instanceof Map)) return `[${value.map(toJson).join(',')}]`;
  return JSON.stringify(value);
}

/** Escapes what JSON leaves to the writer: everything beyond ASCII, or only the line separators that old JavaScript trips over. */
export function escapeJson(json: string, ascii: boolean): string {
  const pattern = ascii ? /[\u0080-\uffff]/g : /[\u2028\u2029]/g;
  return json.replace(pattern, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
