import { buildScoreMessages, parseScoreReply, scoreFormat } from '../../core/agents/critic-score';
import {
  buildVerificationMessages,
  parseVerificationReply,
  verificationFormat,
} from '../../core/agents/critic-verification';
import { neutralValues } from '../../core/agents/neutral-values';
import type { CritiqueReply, AgentPorts } from '../../core/ports/search';
import { durable } from '../work/durable';
import type { StructuredAnswer } from '../model/structured-answer';
import type { AgentContext } from './agent-context';
import { askAgent } from './ask-agent';
import type { AgentQuestion } from './ask-agent';
import { neutralRoles } from './neutral-roles';

type CriticQuestion<T> = Pick<AgentQuestion<T>, 'role' | 'messages' | 'format' | 'parse'>;

/** The Critic's word on a node (CodeTree §3.4): a score for a failing program, a verification for a passing one. */
export function createCritiqueNode({
  dependencies,
  contexts,
  texts,
}: AgentContext): AgentPorts['critiqueNode'] {
  return ({ attempt, expansion, task, program, visible }) =>
    durable(dependencies.store, attempt, async (context) => {
      const { run, problem } = await contexts.of(attempt);
      const input = {
        problem,
        program: await texts.read(program),
        feedback: await texts.read(visible.feedback.sha256),
      };
      const { node, ordinal } = expansion;
      const ask = <T>(question: CriticQuestion<T>): Promise<StructuredAnswer<T>> =>
        askAgent(dependencies, context, {
          ...question,
          attempt,
          run,
          node,
          ordinal,
          temperature: 0,
        });
      return task === 'score' ? score() : verify();

      async function score(): Promise<CritiqueReply> {
        const role = 'critic-score';
        const answer = await ask({
          role,
          messages: buildScoreMessages(input),
          format: scoreFormat,
          parse: parseScoreReply,
        });
        const words = await texts.keep(answer.value?.analysis ?? '');
        const marks = answer.value?.score ?? neutralValues.score;
        return {
          critique: { kind: 'score', score: marks, words, neutral: answer.neutral },
          calls: answer.calls,
          neutral: neutralRoles(answer, role),
        };
      }

      async function verify(): Promise<CritiqueReply> {
        const role = 'critic-verification';
        const answer = await ask({
          role,
          messages: buildVerificationMessages(input),
          format: verificationFormat,
          parse: parseVerificationReply,
        });
        const words = await texts.keep(answer.value?.analysis ?? '');
        const accepted = answer.value?.accept ?? neutralValues.accept;
        return {
          critique: { kind: 'verification', accepted, words, neutral: answer.neutral },
          calls: answer.calls,
          neutral: neutralRoles(answer, role),
        };
      }
    });
}
