import { neutralValues } from '../../core/agents/neutral-values';
import {
  buildReflectionsMessages,
  parseReflectionsReply,
  reflectionsFormat,
} from '../../core/agents/thinker-reflections';
import type { AgentPorts } from '../../core/ports/search';
import { durable } from '../work/durable';
import type { AgentContext } from './agent-context';
import { askAgent } from './ask-agent';
import { neutralRoles } from './neutral-roles';

/** The Thinker's ways to fix or improve a node (CodeTree §3.2), with all feedback and the critic's review. */
export function createReflectOnNode({
  dependencies,
  contexts,
  texts,
}: AgentContext): AgentPorts['reflectOnNode'] {
  return ({ attempt, expansion, program, visible, review }) =>
    durable(dependencies.store, attempt, async (context) => {
      const { run, problem } = await contexts.of(attempt);
      const { atMost } = expansion.reflect;
      const role = 'thinker-reflections';
      const answer = await askAgent(dependencies, context, {
        attempt,
        run,
        role,
        node: expansion.node,
        ordinal: expansion.ordinal,
        messages: buildReflectionsMessages({
          problem,
          strategy: await texts.readOptional(expansion.strategy),
          program: await texts.read(program),
          feedback: await texts.read(visible.feedback.sha256),
          review: await texts.readOptional(review),
          atMost,
        }),
        temperature: 0,
        format: reflectionsFormat,
        parse: (text) => parseReflectionsReply(text, atMost),
      });
      const reflections = await texts.keepAll(answer.value ?? neutralValues.reflections);
      return { reflections, calls: answer.calls, neutral: neutralRoles(answer, role) };
    });
}
