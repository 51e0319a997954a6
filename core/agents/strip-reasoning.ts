const tag = /<(\/?)think>/gi;

/**
 * A reply without its `<think>` blocks. A block that never closes takes the rest of the reply with it (it was cut
 * off while reasoning); a close without an opening takes everything before it (some chat templates open the block
 * in the prompt).
 */
export function stripReasoning(reply: string): string {
  let kept = '';
  let position = 0;
  let inside = false;
  for (const match of reply.matchAll(tag)) {
    const closes = match[1] === '/';
    if (inside && !closes) continue;
    if (closes && !inside) kept = '';
    if (!closes) kept += reply.slice(position, match.index);
    position = match.index + match[0].length;
    inside = !closes;
  }
  return inside ? kept : kept + reply.slice(position);
}
