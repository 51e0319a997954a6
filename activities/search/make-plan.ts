import {
  buildPlanMessages,
  fallbackPlan,
  parsePlanReply,
  planFormat,
} from '../../core/agents/map-coder/planner';
import type { AgentPorts } from '../../core/ports/search';
import type { AgentContext } from './agent-context';
import { askAtRoot } from './ask-at-root';
import { fallbackRoles } from './fallback-roles';

/** Makes a plan from a similar problem, with the confidence of its author (MapCoder), before the first node. */
export function createMakePlan(agents: AgentContext): AgentPorts['makePlan'] {
  const { texts } = agents;
  const role = 'planner';
  return ({ attempt, example }) =>
    askAtRoot(
      agents,
      { attempt, role },
      async ({ problem }) => ({
        messages: buildPlanMessages({ problem, example: await texts.readOptional(example) }),
        format: planFormat,
        parse: parsePlanReply,
      }),
      async (answer) => {
        const { plan, confidence } = answer.value ?? fallbackPlan;
        return {
          plan: { example, plan: await texts.keep(plan), confidence },
          calls: answer.calls,
          neutral: fallbackRoles(answer, role),
        };
      },
    );
}
