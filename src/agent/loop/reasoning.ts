/** A reply without the reasoning that some models begin it with; one that was cut off leaves nothing. */
export function withoutReasoning(reply: string): string {
  return reply.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/u, "");
}
