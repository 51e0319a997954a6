import { extractProgram } from '../../core/agents/extract-program';
import {
  buildPlannedDebuggerMessages,
  buildPlannedSolverMessages,
} from '../../core/agents/map-coder/coder';
import type { Prompt, PromptSet } from '../../core/agents/prompt-sets/prompt-set';
import type { ParsedReply } from '../../core/replies/parsed-reply';
import type { AgentPorts } from '../../core/ports/search';
import type { Problem } from '../../core/tasks/problem';
import type { Expansion } from '../../core/search/method';
import { kindOf } from '../../core/tasks/kinds';
import { pythonReader } from '../../datasets/python/python-reader';
import { durable } from '../work/durable';
import type { TextStore } from '../work/text-store';
import type { AgentContext } from './agent-context';
import { askAgent } from './ask-agent';
import { promptsOf } from './prompts-of';

/** The Solver's or the Debugger's program (CodeTree §3.3); null when no code came, even when asked again. */
export function createGenerateSolution({
  dependencies,
  contexts,
  texts,
}: AgentContext): AgentPorts['generateSolution'] {
  return ({ attempt, expansion }) =>
    durable(dependencies.store, attempt, async (context) => {
      const { run, problem } = await contexts.of(attempt);
      const answer = await askAgent(dependencies, context, {
        attempt,
        run,
        role: expansion.generator,
        node: expansion.node,
        ordinal: expansion.ordinal,
        ...(await solutionPrompt(texts, { problem, expansion, prompts: promptsOf(run).set })),
        temperature: expansion.temperature,
        parse: (text) => programIn(text, problem),
      });
      const { value } = answer;
      const program = value === null ? null : await dependencies.store.blobs.put(value);
      return { program, calls: answer.calls };
    });
}

interface AskedSolution {
  readonly problem: Problem;
  readonly expansion: Expansion;
  readonly prompts: PromptSet;
}

async function solutionPrompt(
  texts: TextStore,
  { problem, expansion, prompts }: AskedSolution,
): Promise<Prompt> {
  const { parentProgram, parentFeedback, style } = expansion;
  const strategy = await texts.readOptional(expansion.strategy);
  if (expansion.generator === 'solver' || parentProgram === null) {
    return style === 'planned'
      ? { messages: buildPlannedSolverMessages({ problem, plan: strategy }), format: null }
      : prompts.solver({ problem, strategy, style });
  }
  const candidate = {
    problem,
    program: await texts.read(parentProgram),
    feedback: (await texts.readOptional(parentFeedback)) ?? '',
  };
  if (style === 'planned') {
    const messages = buildPlannedDebuggerMessages({ ...candidate, plan: strategy });
    return { messages, format: null };
  }
  return prompts.debugger({
    ...candidate,
    strategy,
    review: await texts.readOptional(expansion.parentReview ?? null),
    reflection: await texts.readOptional(expansion.reflection),
  });
}

function programIn(reply: string, problem: Problem): ParsedReply<string> {
  const { program } = extractProgram(reply, {
    entryPoint: kindOf(problem).entryPoint(problem),
    ...pythonReader,
  });
  return program === null
    ? { ok: false, problem: 'it holds no Python program' }
    : { ok: true, value: program };
}
