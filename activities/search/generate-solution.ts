import { extractProgram } from '../../core/agents/extract-program';
import type { Prompt, PromptSet } from '../../core/agents/prompt-sets/prompt-set';
import type { ParsedReply } from '../../core/replies/parsed-reply';
import type { AgentPorts } from '../../core/ports/search';
import type { Problem } from '../../core/tasks/problem';
import type { Expansion } from '../../core/search/method';
import { solutionPrompt } from '../../core/search/solution-prompt';
import { kindOf } from '../../core/tasks/kinds';
import { pythonReader } from '../../datasets/python/python-reader';
import { durable } from '../work/durable';
import type { TextStore } from '../work/text-store';
import type { AgentContext } from './agent-context';
import { askAgent } from './ask-agent';
import { generatePatch } from './patch/generate-patch';
import type { TaskRepositories } from './patch/task-repository';
import { promptsOf } from './prompts-of';

/** The Solver's or the Debugger's program (CodeTree §3.3); null when no code came, even when asked again. */
export function createGenerateSolution(
  agents: AgentContext,
  repositories: TaskRepositories,
): AgentPorts['generateSolution'] {
  const { dependencies, contexts, texts } = agents;
  return ({ attempt, expansion }) =>
    durable(dependencies.store, attempt, async (context) => {
      const { run, problem } = await contexts.of(attempt);
      if (problem.kind === 'patch') {
        const repository = await repositories.of(problem.source, context.signal);
        return generatePatch(agents, repository, context, { attempt, expansion, run, problem });
      }
      const answer = await askAgent(dependencies, context, {
        attempt,
        run,
        role: expansion.generator,
        node: expansion.node,
        ordinal: expansion.ordinal,
        ...(await promptFor(texts, { problem, expansion, prompts: promptsOf(run).set })),
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

async function promptFor(
  texts: TextStore,
  { problem, expansion, prompts }: AskedSolution,
): Promise<Prompt> {
  const { generator, parentProgram, style } = expansion;
  const strategy = await texts.readOptional(expansion.strategy);
  if (generator === 'solver' || parentProgram === null) {
    return solutionPrompt({ problem, style, strategy, repaired: null }, prompts);
  }
  const repaired = {
    program: await texts.read(parentProgram),
    feedback: (await texts.readOptional(expansion.parentFeedback)) ?? '',
    review: await texts.readOptional(expansion.parentReview ?? null),
    reflection: await texts.readOptional(expansion.reflection),
  };
  return solutionPrompt({ problem, style, strategy, repaired }, prompts);
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
