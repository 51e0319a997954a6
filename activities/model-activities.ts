import { extractProgram } from '../core/agents/code-block';
import { buildScoreMessages, parseScoreReply, scoreFormat } from '../core/agents/critic-score';
import {
  buildVerificationMessages,
  parseVerificationReply,
  verificationFormat,
} from '../core/agents/critic-verification';
import { buildDebuggerMessages } from '../core/agents/debugger';
import { neutralValues } from '../core/agents/neutral-values';
import type { ParsedReply } from '../core/agents/replies/parsed-reply';
import { buildSolverMessages } from '../core/agents/solver';
import {
  buildReflectionsMessages,
  parseReflectionsReply,
  reflectionsFormat,
} from '../core/agents/thinker-reflections';
import {
  buildStrategiesMessages,
  parseStrategiesReply,
  strategiesFormat,
} from '../core/agents/thinker-strategies';
import type { ModelPorts } from '../core/ports/attempt';
import type { Problem } from '../core/schemas/problem';
import type { Critique } from '../core/schemas/search';
import type { Expansion } from '../core/search/method';
import { definesFunction, parsesAsPython } from '../datasets/python-syntax';
import type { AttemptContexts } from './attempt-context';
import type { ActivityDependencies } from './dependencies';
import { durable } from './durable';
import { askRole } from './role-asker';
import type { StructuredAnswer } from './structured-answer';
import { TextStore } from './text-store';

/** The agents' calls (CodeTree §3), each through the journal: asked again, it reads its answer back. */
export function createModelActivities(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
): ModelPorts {
  const { store } = dependencies;
  const texts = new TextStore(store.blobs);

  return {
    proposeStrategies: ({ attempt, atMost }) =>
      durable(store, attempt, async (context) => {
        const { run, problem } = await contexts.of(attempt);
        const answer = await askRole(dependencies, context, {
          attempt,
          run,
          role: 'thinker-strategies',
          node: 'root',
          ordinal: 0,
          messages: buildStrategiesMessages({ problem, atMost }),
          temperature: 0,
          format: strategiesFormat,
          parse: (text) => parseStrategiesReply(text, atMost),
        });
        const strategies = await texts.keepAll(answer.value ?? neutralValues.strategies);
        return {
          strategies,
          calls: answer.calls,
          neutral: neutralOf(answer, 'thinker-strategies'),
        };
      }),

    generateSolution: ({ attempt, expansion }) =>
      durable(store, attempt, async (context) => {
        const { run, problem } = await contexts.of(attempt);
        const answer = await askRole(dependencies, context, {
          attempt,
          run,
          role: expansion.generator,
          node: expansion.node,
          ordinal: expansion.ordinal,
          messages: await solutionMessages(texts, problem, expansion),
          temperature: expansion.temperature,
          format: null,
          parse: (text) => programIn(text, problem),
        });
        const program = answer.value === null ? null : await store.blobs.put(answer.value);
        return { program, calls: answer.calls };
      }),

    critiqueNode: ({ attempt, expansion, task, program, visible }) =>
      durable(store, attempt, async (context) => {
        const { run, problem } = await contexts.of(attempt);
        const input = {
          problem,
          program: await texts.read(program),
          feedback: await texts.read(visible.feedback.sha256),
        };
        const asked = {
          attempt,
          run,
          node: expansion.node,
          ordinal: expansion.ordinal,
          temperature: 0,
        };
        if (task === 'score') {
          const answer = await askRole(dependencies, context, {
            ...asked,
            role: 'critic-score',
            messages: buildScoreMessages(input),
            format: scoreFormat,
            parse: parseScoreReply,
          });
          const critique: Critique = {
            kind: 'score',
            score: answer.value?.score ?? neutralValues.score,
            words: await texts.keep(answer.value?.analysis ?? ''),
            neutral: answer.neutral,
          };
          return { critique, calls: answer.calls, neutral: neutralOf(answer, 'critic-score') };
        }
        const answer = await askRole(dependencies, context, {
          ...asked,
          role: 'critic-verification',
          messages: buildVerificationMessages(input),
          format: verificationFormat,
          parse: parseVerificationReply,
        });
        const critique: Critique = {
          kind: 'verification',
          accepted: answer.value?.accept ?? neutralValues.accept,
          words: await texts.keep(answer.value?.analysis ?? ''),
          neutral: answer.neutral,
        };
        return { critique, calls: answer.calls, neutral: neutralOf(answer, 'critic-verification') };
      }),

    reflectOnNode: ({ attempt, expansion, program, visible, review }) =>
      durable(store, attempt, async (context) => {
        const { run, problem } = await contexts.of(attempt);
        const { atMost } = expansion.reflect;
        const answer = await askRole(dependencies, context, {
          attempt,
          run,
          role: 'thinker-reflections',
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
        return {
          reflections,
          calls: answer.calls,
          neutral: neutralOf(answer, 'thinker-reflections'),
        };
      }),
  };
}

function neutralOf<T>(answer: StructuredAnswer<T>, role: string): readonly string[] {
  return answer.neutral ? [role] : [];
}

async function solutionMessages(texts: TextStore, problem: Problem, expansion: Expansion) {
  const { parentProgram, parentFeedback } = expansion;
  if (expansion.generator === 'solver' || parentProgram === null) {
    const strategy = await texts.readOptional(expansion.strategy);
    return buildSolverMessages({ problem, strategy, style: expansion.style });
  }
  return buildDebuggerMessages({
    problem,
    program: await texts.read(parentProgram),
    feedback: (await texts.readOptional(parentFeedback)) ?? '',
    reflection: await texts.readOptional(expansion.reflection),
  });
}

function programIn(reply: string, problem: Problem): ParsedReply<string> {
  const { program } = extractProgram(reply, {
    entryPoint: problem.entryPoint,
    parses: parsesAsPython,
    defines: definesFunction,
  });
  return program === null
    ? { ok: false, problem: 'it holds no Python program' }
    : { ok: true, value: program };
}
