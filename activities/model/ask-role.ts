import { randomUUID } from 'node:crypto';

import type { ParsedReply } from '../../core/agents/replies/parsed-reply';
import type { AttemptKey, RunRecord } from '../../core/ports/records';
import type { AgentRole } from '../../core/agents/roles';
import type {
  AnswerFormat,
  Message,
  ModelParameters,
  ModelRequest,
} from '../../core/schemas/model';
import type { CallPurpose } from '../../core/schemas/run';
import { askModel } from './ask-model';
import type { ActivityDependencies } from '../dependencies';
import type { DurableContext } from '../work/durable';
import { askStructured } from './structured-answer';
import type { StructuredAnswer } from './structured-answer';

export interface RoleQuestion<T> {
  readonly attempt: AttemptKey;
  readonly run: RunRecord;
  readonly role: AgentRole;
  readonly model: string;
  /** What the answer is for, in the words of its kind of work. */
  readonly purpose: CallPurpose;
  /** Which of many answers is asked for. */
  readonly ordinal: number;
  readonly messages: readonly Message[];
  readonly temperature: number;
  readonly format: AnswerFormat | null;
  readonly parse: (text: string) => ParsedReply<T>;
}

/** Asks a question in a role through the journal, with its one repair question. */
export async function askRole<T>(
  dependencies: ActivityDependencies,
  { signal, beat }: DurableContext,
  question: RoleQuestion<T>,
): Promise<StructuredAnswer<T>> {
  const { config } = question.run;
  const client = await dependencies.modelClient(config.model);
  const owner = `${dependencies.owner}/${randomUUID()}`;
  const { attempt, purpose, role } = question;
  return askStructured({
    ask: (asked) =>
      askModel(
        {
          journal: dependencies.store.journal,
          client,
          owner,
          leaseMs: dependencies.leaseMs,
          heartbeat: beat,
          signal,
        },
        asked,
      ),
    request: requestOf(question),
    use: { ...attempt, ...purpose, context: { problem: attempt.problem, role }, repair: false },
    parse: question.parse,
  });
}

function requestOf<T>(question: RoleQuestion<T>): ModelRequest {
  const { attempt, run, model, ordinal } = question;
  const { config } = run;
  return {
    logicalEndpoint: config.model.logicalEndpoint,
    model,
    messages: question.messages,
    parameters: parametersOf(question),
    seed: config.seed,
    draw: { sample: attempt.sample, ordinal },
    ...(config.model.kind === 'endpoint' ? {} : { problem: attempt.problem }),
    ...(config.reuse ? {} : { runScope: run.id }),
  };
}

function parametersOf<T>({ run, temperature, format }: RoleQuestion<T>): ModelParameters {
  const { maxTokens } = run.config;
  return {
    temperature,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(format === null ? {} : { format }),
  };
}
