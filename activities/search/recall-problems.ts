import {
  buildRecallMessages,
  parseRecallReply,
  recallFormat,
} from '../../core/agents/map-coder/recaller';
import type { AgentPorts } from '../../core/ports/search';
import { durable } from '../work/durable';
import type { AgentContext } from './agent-context';
import { askAgent } from './ask-agent';
import { neutralRoles } from './neutral-roles';

/** Similar problems with their plans (MapCoder), before the first node; none when no reply could be read. */
export function createRecallProblems({
  dependencies,
  contexts,
  texts,
}: AgentContext): AgentPorts['recallProblems'] {
  return ({ attempt, atMost }) =>
    durable(dependencies.store, attempt, async (context) => {
      const { run, problem } = await contexts.of(attempt);
      const role = 'recaller';
      const answer = await askAgent(dependencies, context, {
        attempt,
        run,
        role,
        node: 'root',
        ordinal: 0,
        messages: buildRecallMessages({ problem, atMost }),
        temperature: 0,
        format: recallFormat,
        parse: (text) => parseRecallReply(text, atMost),
      });
      const examples = await texts.keepAll(answer.value ?? []);
      return { examples, calls: answer.calls, neutral: neutralRoles(answer, role) };
    });
}
