import { withEarlier } from '../../core/agents/more-strategies';
import { neutralValues } from '../../core/agents/neutral-values';
import { parseStrategiesReply } from '../../core/agents/thinker-strategies';
import type { AgentPorts } from '../../core/ports/search';
import { durable } from '../work/durable';
import type { AgentContext } from './agent-context';
import { askAgent } from './ask-agent';
import { neutralRoles } from './neutral-roles';
import { promptsOf } from './prompts-of';

/** The Thinker's strategies for a problem (CodeTree §3.1), before the first node; others than earlier ones, when those are used up. */
export function createProposeStrategies({
  dependencies,
  contexts,
  texts,
}: AgentContext): AgentPorts['proposeStrategies'] {
  return ({ attempt, atMost, again }) =>
    durable(dependencies.store, attempt, async (context) => {
      const { run, problem } = await contexts.of(attempt);
      const role = 'thinker-strategies';
      const earlier = await Promise.all(
        (again?.earlier ?? []).map(({ sha256 }) => texts.read(sha256)),
      );
      const answer = await askAgent(dependencies, context, {
        attempt,
        run,
        role,
        node: 'root',
        ordinal: again?.ordinal ?? 0,
        ...(again === undefined
          ? promptsOf(run).set.strategies({ problem, atMost })
          : withEarlier(promptsOf(run).set.strategies({ problem, atMost }), earlier)),
        temperature: 0,
        parse: (text) => parseStrategiesReply(text, atMost),
      });
      const strategies = await texts.keepAll(answer.value ?? neutralValues.strategies);
      return { strategies, calls: answer.calls, neutral: neutralRoles(answer, role) };
    });
}
