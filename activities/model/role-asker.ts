import { randomUUID } from 'node:crypto';

import type { ParsedReply } from '../../core/agents/replies/parsed-reply';
import type { AttemptKey, RunRecord } from '../../core/ports/records';
import type {
  AgentRole,
  AnswerFormat,
  Message,
  ModelParameters,
  ModelRequest,
} from '../../core/schemas/model';
import { askModel } from './ask-model';
import type { ActivityDependencies } from '../dependencies';
import type { DurableContext } from '../work/durable';
import { askStructured } from './structured-answer';
import type { StructuredAnswer } from './structured-answer';

export interface RoleQuestion<T> {
  readonly attempt: AttemptKey;
  readonly run: RunRecord;
  readonly role: AgentRole;
  /** Node the call belongs to; `root` before the first. */
  readonly node: string;
  readonly ordinal: number;
  readonly messages: readonly Message[];
  readonly temperature: number;
  readonly format: AnswerFormat | null;
  readonly parse: (text: string) => ParsedReply<T>;
}

/** Asks one agent's question through the journal, with its one repair question. */
export async function askRole<T>(
  dependencies: ActivityDependencies,
  { signal, beat }: DurableContext,
  question: RoleQuestion<T>,
): Promise<StructuredAnswer<T>> {
  const { config } = question.run;
  const client = await dependencies.modelClient(config.model);
  const owner = `${dependencies.owner}/${randomUUID()}`;
  const { attempt, node, role } = question;
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
    use: { ...attempt, node, context: { problem: attempt.problem, role }, repair: false },
    parse: question.parse,
  });
}

function requestOf<T>(question: RoleQuestion<T>): ModelRequest {
  const { attempt, run, ordinal } = question;
  const { config } = run;
  return {
    logicalEndpoint: config.model.logicalEndpoint,
    model: modelOf(question),
    messages: question.messages,
    parameters: parametersOf(question),
    seed: config.seed,
    draw: { sample: attempt.sample, ordinal },
    ...(config.model.kind === 'endpoint' ? {} : { problem: attempt.problem }),
    ...(config.reuse ? {} : { runScope: run.id }),
  };
}

function modelOf<T>({ run, role }: RoleQuestion<T>): string {
  const { model } = run.config;
  switch (role) {
    case 'thinker-strategies':
    case 'thinker-reflections':
      return model.thinkerModel ?? model.name;
    case 'critic-score':
    case 'critic-verification':
      return model.criticModel ?? model.name;
    case 'solver':
    case 'debugger':
      return model.name;
  }
}

function parametersOf<T>({ run, role, temperature, format }: RoleQuestion<T>): ModelParameters {
  const { config } = run;
  const writesProgram = role === 'solver' || role === 'debugger';
  return {
    temperature: writesProgram ? (config.temperature ?? temperature) : temperature,
    ...(config.maxTokens === undefined ? {} : { maxTokens: config.maxTokens }),
    ...(format === null ? {} : { format }),
  };
}
