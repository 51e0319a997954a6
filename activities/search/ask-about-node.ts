import { nodeAgents } from '../../core/agents/node-agents';
import { promptsFor } from '../../core/agents/patch/patch-prompts';
import type { NodeAgent } from '../../core/agents/node-agent';
import type { NodeAnswer, NodeRole, NodeValue } from '../../core/agents/node-agents';
import type { AgentPorts, NodeQuestion, NodeReply } from '../../core/ports/search';
import { durable } from '../work/durable';
import type { AgentContext } from './agent-context';
import { askAgent } from './ask-agent';
import { fallbackRoles } from './fallback-roles';
import { promptsOf } from './prompts-of';

/** Asks one agent about a node: the judgement of the Critic (CodeTree §3.4), or the reflections of the Thinker (§3.2). */
export function createAskAboutNode({
  dependencies,
  contexts,
  texts,
}: AgentContext): AgentPorts['askAboutNode'] {
  return <Role extends NodeRole>(question: NodeQuestion<Role>): Promise<NodeReply<Role>> => {
    const { attempt, expansion, role, program, visible, review } = question;
    const agent: NodeAgent<NodeValue<Role>, NodeAnswer<Role>> = nodeAgents[role];
    return durable(dependencies.store, attempt, async (context) => {
      const { run, problem } = await contexts.of(attempt);
      const { set, quoteProgram } = promptsOf(run);
      const facts = {
        problem,
        strategy: await texts.readOptional(expansion.strategy),
        program: await texts.read(program),
        feedback: await texts.read(visible.feedback.sha256),
        quoteProgram,
        review: await texts.readOptional(review),
        atMost: expansion.reflect.atMost,
      };
      const said = await askAgent(dependencies, context, {
        attempt,
        run,
        role,
        node: expansion.node,
        ordinal: expansion.ordinal,
        ...agent.prompt(facts, promptsFor(problem, set)),
        temperature: agent.temperature,
        parse: (text) => agent.parse(text, facts),
      });
      const value = said.value ?? agent.fallback;
      const answer = await agent.kept(value, said.isFallback, (text) => texts.keep(text));
      return { answer, calls: said.calls, neutral: fallbackRoles(said, role) };
    });
  };
}
