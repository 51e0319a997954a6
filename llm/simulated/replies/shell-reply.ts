import { submitPhrase } from '../../../core/agents/shell/output-words';
import { AttemptDraws } from './attempt-draws';
import type { Reply, ReplyRequest, ReplySource } from './reply';

const end = 'END_OF_THE_PATCH';

/**
 * An agent with a shell that plays a script: it looks at the first file that a recorded patch changes, applies the patch, and
 * ends. Its ordinal draws the patch, as it draws a Solver's.
 */
export function shellReply(
  source: ReplySource,
  { seed, problem, draw, messages }: ReplyRequest,
): Reply {
  const { row, origin } = new AttemptDraws(source, { seed, problem, sample: draw.sample }).solver(
    draw.ordinal,
  );
  const replies = messages.filter(({ role }) => role === 'assistant').length;
  const { program: patch } = row;
  const [words, command] = steps(patch)[Math.min(replies, 2)] ?? ['', ''];
  return { text: `${words}\n\n\`\`\`\`bash\n${command}\n\`\`\`\``, origin };
}

function steps(patch: string): readonly (readonly [words: string, command: string])[] {
  const file = /^--- a\/(.+?)\s*$/m.exec(patch)?.[1] ?? '.';
  const body = patch.endsWith('\n') ? patch : `${patch}\n`;
  return [
    ['I look at the code that matters.', `git log --oneline | head -3; head -40 '${file}'`],
    ['I change it.', `git apply --whitespace=nowarn - <<'${end}'\n${body}${end}`],
    ['That is all.', `echo ${submitPhrase}`],
  ];
}
