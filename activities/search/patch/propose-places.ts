import { setsTriedText } from '../../../core/agents/patch/locate-places';
import type { Prompt } from '../../../core/agents/prompt-sets/prompt-set';
import { preparationOf } from '../../../core/patches/preparation';
import type { StrategyReply } from '../../../core/ports/search';
import { methodNamed } from '../../../core/search/methods';
import type { StrategiesWanted } from '../../../core/search/method';
import type { DurableContext } from '../../work/durable';
import type { AgentContext } from '../agent-context';
import { askAgent } from '../ask-agent';
import { fallbackRoles } from '../fallback-roles';
import type { PreparedProblem } from './locate-places';
import { setsQuestion, strategyOf } from './place-questions';
import type { TaskRepository } from './task-repository';

/** Location sets of the Thinker (CodeTree §4.7), each a strategy that holds its code. When all are used, others are requested. */
export async function proposePlaces(
  { dependencies, contexts, texts }: AgentContext,
  repository: TaskRepository,
  context: DurableContext,
  { attempt, run, problem }: PreparedProblem,
  { atMost, again }: StrategiesWanted,
): Promise<StrategyReply> {
  const elements = (await contexts.prepared.find(attempt, 'places'))?.elements ?? [];
  // Agentless samples a fixed number of sets; a Thinker of a tree decides.
  const exactly = methodNamed(run.config.method).patchesOnly;
  const { codeTokens, locationSetTokens } = preparationOf(run.config);
  const question = setsQuestion(problem, repository, { elements, atMost, exactly, codeTokens });
  const { prompt, parse, fallback } = question;
  const earlier = await Promise.all((again?.earlier ?? []).map(({ sha256 }) => texts.read(sha256)));
  const role = 'thinker-strategies';
  const answer = await askAgent(dependencies, context, {
    ...{ attempt, run, role, node: 'root', temperature: 0, parse },
    ...(earlier.length === 0 ? prompt : withTried(prompt, earlier)),
    ordinal: again?.ordinal ?? 0,
    sets: exactly ? atMost : undefined,
  });
  const sets = answer.value ?? fallback;
  const strategies = await texts.keepAll(
    sets.map((set) => strategyOf(repository, set, locationSetTokens)),
  );
  return { strategies, calls: answer.calls, neutral: fallbackRoles(answer, role) };
}

function withTried(prompt: Prompt, earlier: readonly string[]): Prompt {
  const messages = prompt.messages.map((message) =>
    message.role === 'user'
      ? { ...message, content: `${message.content}\n\n${setsTriedText(earlier)}` }
      : message,
  );
  return { ...prompt, messages };
}
