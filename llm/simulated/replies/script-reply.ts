import { inFence } from './code-in-request';
import type { Reply } from './reply';

/** Nobody recorded scripts that reproduce issues. This one says so, so that no reproduction test is agreed on. */
const script = [
  '# The bank holds patches and no script that reproduces the issue.',
  "print('Other issues')",
].join('\n');

export function scriptReply(): Reply {
  return { text: inFence(script), origin: { rule: 'canned' } };
}
