import { withEarlier } from '../../core/agents/more-strategies';
import { fallbackValues } from '../../core/agents/fallback-values';
import { parseStrategiesReply } from '../../core/agents/thinker-strategies';
import type { AgentPorts } from '../../core/ports/search';
import type { AgentContext } from './agent-context';
import { askAtRoot } from './ask-at-root';
import { fallbackRoles } from './fallback-roles';
import { promptsOf } from './prompts-of';

/** Strategies of the Thinker (CodeTree §3.1), before the first node. When all are used, others are requested. */
export function createProposeStrategies(agents: AgentContext): AgentPorts['proposeStrategies'] {
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
