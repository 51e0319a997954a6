import { withEarlier } from '../../core/agents/more-strategies';
import { fallbackValues } from '../../core/agents/fallback-values';
import { parseStrategiesReply } from '../../core/agents/thinker-strategies';
import type { AttemptKey } from '../../core/ports/records';
import type { AgentPorts } from '../../core/ports/search';
import type { PatchProblem } from '../../core/tasks/patch/patch';
import { durable } from '../work/durable';
import type { AgentContext } from './agent-context';
import { askAtRoot } from './ask-at-root';
import { fallbackRoles } from './fallback-roles';
import { proposePlaces } from './patch/propose-places';
import type { TaskRepositories } from './patch/task-repository';
import { promptsOf } from './prompts-of';

/** Strategies of the Thinker (CodeTree §3.1), before the first node. When all are used, others are requested. */
export function createProposeStrategies(
  agents: AgentContext,
  repositories: TaskRepositories,
): AgentPorts['proposeStrategies'] {
  const ofPatches = (
    asked: Parameters<AgentPorts['proposeStrategies']>[0],
    problem: PatchProblem,
  ) =>
    durable(agents.dependencies.store, asked.attempt, async (context) => {
      const { run } = await agents.contexts.of(asked.attempt);
      const repository = await repositories.of(problem.source, context.signal);
      const given = { attempt: asked.attempt, run, problem };
      return proposePlaces(agents, repository, context, given, asked);
    });
  const inWords = strategiesInWords(agents);
  return async (asked) => {
    const problem = await patchOf(agents, asked.attempt);
    return problem === null ? inWords(asked) : ofPatches(asked, problem);
  };
}

/** null: it is another kind of problem, or it cannot be read now, which is told where it is used. */
async function patchOf(
  { contexts }: AgentContext,
  attempt: AttemptKey,
): Promise<PatchProblem | null> {
  const problem = await contexts.of(attempt).then(
    (found) => found.problem,
    () => null,
  );
  return problem?.kind === 'patch' ? problem : null;
}

function strategiesInWords(agents: AgentContext): AgentPorts['proposeStrategies'] {
  const { texts } = agents;
  const role = 'thinker-strategies';
  return ({ attempt, atMost, again }) =>
    askAtRoot(
      agents,
      { attempt, role },
      async ({ run, problem }) => {
        const asked = promptsOf(run).set.strategies({ problem, atMost });
        const parse = (text: string) => parseStrategiesReply(text, atMost);
        if (again === undefined) return { ...asked, parse };
        const earlier = await Promise.all(again.earlier.map(({ sha256 }) => texts.read(sha256)));
        return { ...withEarlier(asked, earlier), parse, ordinal: again.ordinal };
      },
      async (answer) => ({
        strategies: await texts.keepAll(answer.value ?? fallbackValues.strategies),
        calls: answer.calls,
        neutral: fallbackRoles(answer, role),
      }),
    );
}
