import { assertNever } from '../../core/values/assert-never';
import type { NodeRole } from '../../core/agents/node-agents';
import type { AttemptKey } from '../../core/ports/records';
import type { NodeQuestion, NodeReply } from '../../core/ports/search';
import type { SearchAction, SearchEvent } from '../../core/search/method';
import type { PauseGate } from '../work/pause-gate';
import type { SearchActivities } from './search-activities';

export type BetweenNodes = Exclude<SearchAction, { kind: 'expand' | 'finish' }>;

/** Asks the agent and returns the event that answers. */
export async function askBetweenNodes(
  action: BetweenNodes,
  attempt: AttemptKey,
  { gate, ports }: { readonly gate: PauseGate; readonly ports: SearchActivities },
): Promise<SearchEvent> {
  const { model } = ports;
  switch (action.kind) {
    case 'propose-strategies': {
      const { atMost, again } = action;
      const asked = { attempt, atMost, ...(again === undefined ? {} : { again }) };
      const reply = await gate.call(() => model.proposeStrategies(asked));
      return { kind: 'strategies-proposed', ...reply };
    }
    case 'recall-problems': {
      const { atMost } = action;
      const reply = await gate.call(() => model.recallProblems({ attempt, atMost }));
      return { kind: 'problems-recalled', ...reply };
    }
    case 'make-plan': {
      const { example } = action;
      return {
        kind: 'plan-made',
        ...(await gate.call(() => model.makePlan({ attempt, example }))),
      };
    }
    case 'reflect': {
      const { expansion, program, visible } = action;
      const role = 'thinker-reflections';
      const question = { attempt, expansion, role, program, visible, review: null } as const;
      const { answer, ...reply } = await gate.call(() => askAboutNode(model, question));
      return { kind: 'node-reflected', node: expansion.node, reflections: answer, ...reply };
    }
    default:
      return assertNever(action);
  }
}

async function askAboutNode<Role extends NodeRole>(
  model: SearchActivities['model'],
  question: NodeQuestion<Role>,
): Promise<NodeReply<Role>> {
  const { role, expansion } = question;
  const summary = `${role} ${expansion.node}`;
  const reply = await model.askAboutNode.executeWithOptions({ summary }, [question]);
  return { answer: reply.answer, calls: reply.calls, neutral: reply.neutral };
}
