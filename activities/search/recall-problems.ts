import {
  buildRecallMessages,
  parseRecallReply,
  recallFormat,
} from '../../core/agents/map-coder/recaller';
import type { AgentPorts } from '../../core/ports/search';
import type { AgentContext } from './agent-context';
import { askAtRoot } from './ask-at-root';
import { fallbackRoles } from './fallback-roles';

/** Similar problems with their plans (MapCoder), before the first node; none when no reply could be read. */
export function createRecallProblems(agents: AgentContext): AgentPorts['recallProblems'] {
  const role = 'recaller';
  return ({ attempt, atMost }) =>
    askAtRoot(
      agents,
      { attempt, role },
      async ({ problem }) => ({
        messages: buildRecallMessages({ problem, atMost }),
        format: recallFormat,
        parse: (text) => parseRecallReply(text, atMost),
      }),
      async (answer) => ({
        examples: await agents.texts.keepAll(answer.value ?? []),
        calls: answer.calls,
        neutral: fallbackRoles(answer, role),
      }),
    );
}
