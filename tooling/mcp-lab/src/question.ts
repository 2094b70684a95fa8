/** Call of a tool: its name and its arguments. */
export type ToolCall = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** A question about a wiki, with the calls that answer it. */
export interface Question {
  readonly question: string;
  readonly calls: readonly ToolCall[];
  /** Texts in the results. Together they contain the answer. */
  readonly facts: readonly string[];
  /** Calls of the MediaWiki MCP Server for the same question; undefined if it has no tool for it. */
  readonly other?: readonly ToolCall[];
}
