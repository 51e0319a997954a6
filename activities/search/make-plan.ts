import {
  buildPlanMessages,
  neutralPlan,
  parsePlanReply,
  planFormat,
} from '../../core/agents/map-coder/planner';
import type { AgentPorts } from '../../core/ports/search';
import { durable } from '../work/durable';
import type { AgentContext } from './agent-context';
import { askAgent } from './ask-agent';
import { neutralRoles } from './neutral-roles';

/** A plan made after a similar problem, and how sure its maker is of it (MapCoder), before the first node. */
export function createMakePlan({
  dependencies,
  contexts,
  texts,
}: AgentContext): AgentPorts['makePlan'] {
  return ({ attempt, example }) =>
    durable(dependencies.store, attempt, async (context) => {
      const { run, problem } = await contexts.of(attempt);
      const role = 'planner';
      const answer = await askAgent(dependencies, context, {
        attempt,
        run,
        role,
        node: 'root',
        ordinal: 0,
        messages: buildPlanMessages({ problem, example: await texts.readOptional(example) }),
        temperature: 0,
        format: planFormat,
        parse: parsePlanReply,
      });
      const { plan, confidence } = answer.value ?? neutralPlan;
      return {
        plan: { example, plan: await texts.keep(plan), confidence },
        calls: answer.calls,
        neutral: neutralRoles(answer, role),
      };
    });
}
