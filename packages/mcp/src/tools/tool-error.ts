/** Thrown if a tool cannot do what was requested. The message explains what to do, and is shown to the model. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
