import { formatWords } from '../../../core/agents/shell/output-words';
import { readCommand } from '../../../core/agents/shell/read-command';
import { usualShellLimits } from '../../../core/agents/shell/shell-limits';
import { shellMessages } from '../../../core/agents/shell/shell-messages';
import { readReply } from '../../../core/replies/read-reply';
import { textOfAnswer } from '../../../core/replies/text-of-answer';
import type { ShellPorts } from '../../../core/ports/search';
import type { Message, ModelAnswer } from '../../../core/schemas/model';
import type { ShellReply, ShellStep } from '../../../core/search/bash-agent/trajectory';
import { countTokens } from '../../../llm';
import { durable } from '../../work/durable';
import type { TextStore } from '../../work/text-store';
import type { AgentContext } from '../agent-context';
import { askAgent } from '../ask-agent';
import { patchProblem } from './patch-problem';

/**
 * The next reply of an agent with a shell. A reply without exactly one command is told back as the next message and counts as
 * a step, as in mini-swe-agent. The form of a reply is not asked for again.
 */
export function createAskShellAgent({
  dependencies,
  contexts,
  texts,
}: AgentContext): ShellPorts['askShellAgent'] {
  return ({ attempt, expansion, steps }) =>
    durable(dependencies.store, attempt, async (context) => {
      const { run } = await contexts.of(attempt);
      const messages = shellMessages({
        problem: await patchProblem(contexts, attempt),
        limits: expansion.shell ?? usualShellLimits,
        turns: await Promise.all(steps.map((step) => turnOf(texts, step))),
      });
      const said = await askAgent(dependencies, context, {
        ...{ attempt, run, role: 'shell-agent', node: expansion.node, messages, format: null },
        ...{ ordinal: expansion.ordinal, temperature: expansion.temperature, repairs: 0 },
        parse: (text) => ({ ok: true, value: text }),
      });
      const tokens = said.tokens > 0 ? said.tokens : tokensOf(messages, said.answer);
      return { reply: await replyOf(texts, said.answer, tokens), calls: said.calls };
    });
}

async function turnOf(
  texts: TextStore,
  { reply, told }: ShellStep,
): Promise<{ readonly reply: string; readonly told: string }> {
  return { reply: await texts.read(reply), told: told === null ? '' : await texts.read(told) };
}

async function replyOf(texts: TextStore, answer: ModelAnswer, tokens: number): Promise<ShellReply> {
  if (answer.finishReason === 'context-length') {
    return { kind: 'none', end: 'context-length', tokens };
  }
  if (answer.finishReason === 'content-filter') return { kind: 'none', end: 'withheld', tokens };
  const text = textOfAnswer(answer);
  const read = readCommand(text);
  // Some endpoints refuse a turn without words.
  const reply = readReply(text).answer.trim() || '(no words)';
  const keep = async (words: string): Promise<string> => (await texts.keep(words)).sha256;
  return {
    ...{ kind: 'replied', tokens, reply: await keep(reply) },
    command: read.ok ? await keep(read.value) : null,
    told: read.ok ? null : await keep(formatWords(read.problem)),
  };
}

/** For an endpoint that reports no usage. */
function tokensOf(messages: readonly Message[], { text }: ModelAnswer): number {
  return countTokens([...messages.map(({ content }) => content), text].join('\n'));
}
