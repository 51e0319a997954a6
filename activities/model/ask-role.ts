import { randomUUID } from 'node:crypto';

import type { ParsedReply } from '../../core/replies/parsed-reply';
import type { BudgetedCall, CallBudget, CallUse } from '../../core/adapters/journal';
import type { AttemptKey } from '../../core/ports/records';
import type { AgentRole } from '../../core/names/roles';
import type {
  AnswerFormat,
  Message,
  ModelParameters,
  ModelRequest,
  ModelTool,
  RequestContext,
} from '../../core/schemas/model';
import type { CallPurpose, RunConfig } from '../../core/schemas/run';
import { countTokens, priceOf } from '../../llm';
import { askModel } from './ask-model';
import type { LiveAnswer } from './live-answer';
import type { ActivityDependencies } from '../dependencies';
import type { DurableContext } from '../work/durable';
import { notingLimit, underLimit } from './context-limit';
import { watchedClient } from './watched-client';
import { askStructured } from './structured-answer';
import type { StructuredAnswer } from './structured-answer';

/** Owner of the question, a run or a chat, as far as answers depend on it. */
export interface Asker extends Pick<RunConfig, 'model' | 'seed' | 'reuse'> {
  readonly id: string;
  readonly maxTokens?: number | undefined;
  /** Maximum tokens of a request, if the run or chat sets it. */
  readonly contextTokens?: number | undefined;
  /** Budget of all calls for the same item. */
  readonly callBudget?: CallBudget | undefined;
}

export interface RoleQuestion<T> {
  readonly attempt: AttemptKey;
  readonly asker: Asker;
  readonly role: AgentRole;
  /** The problem of the question, if it is not the problem of the attempt. A bank answers by problem. */
  readonly about?: string;
  /** Location sets that the answer must have. A bank does not read it out of the prompt. */
  readonly sets?: number | undefined;
  readonly model: string;
  /** The use of the answer, in the words of its kind of work. */
  readonly purpose: CallPurpose;
  readonly ordinal: number;
  /** Sample of the draw, if it is not that of the attempt: questions about a problem are the same in all its attempts. */
  readonly sample?: number;
  readonly messages: readonly Message[];
  /** undefined: the endpoint's own. */
  readonly temperature: number | undefined;
  readonly format: AnswerFormat | null;
  /** Only the vector of the message is wanted. */
  readonly task?: ModelParameters['task'];
  readonly tools?: readonly ModelTool[];
  /** The reply, with the code of a tool call in a fence (`textOfAnswer`). */
  readonly parse: (text: string) => ParsedReply<T> | Promise<ParsedReply<T>>;
  /** Number of further requests after an answer that cannot be read. Default: one. */
  readonly repairs?: number;
  /** Watches the answer while it is written. An answer that is read back is not shown. */
  readonly live?: LiveAnswer | undefined;
}

/** Asks a question in a role through the journal, with its requests to correct the form. */
export async function askRole<T>(
  dependencies: ActivityDependencies,
  { signal, unwanted, beat, scope }: DurableContext,
  question: RoleQuestion<T>,
): Promise<StructuredAnswer<T>> {
  const { attempt, live } = question;
  const { endpoints } = dependencies.store;
  const endpoint = await dependencies.modelClient(question.asker.model, question.asker.id);
  const { contextTokens } = question.asker;
  const client = watchedClient(notingLimit(endpoint, contextTokens), endpoints, attempt);
  const owner = `${dependencies.owner}/${randomUUID()}`;
  return askStructured({
    ask: underLimit(contextTokens, (asked) =>
      askModel(
        {
          journal: dependencies.store.journal,
          client,
          calls: dependencies.calls,
          owner,
          scope,
          leaseMs: dependencies.leaseMs,
          heartbeat: beat,
          signal,
          unwanted,
          live,
        },
        { ...asked, budget: budgetOf(question.asker, asked.request) },
      ),
    ),
    request: requestOf(question),
    use: useOf(question),
    parse: question.parse,
    onRepair: live?.onRestart,
    repairs: question.repairs,
  });
}

function problemOf({ about, attempt }: Pick<RoleQuestion<unknown>, 'about' | 'attempt'>): string {
  return about ?? attempt.problem;
}

/** The first call of a question, without requests to correct the form. */
export function useOf<T>(question: RoleQuestion<T>): CallUse {
  const { attempt, purpose } = question;
  return { ...attempt, ...purpose, context: contextOf(question), repair: false };
}

function contextOf({ sets, ...question }: RoleQuestion<unknown>): RequestContext {
  const { role } = question;
  return { problem: problemOf(question), role, ...(sets === undefined ? {} : { sets }) };
}

export function requestOf<T>(question: RoleQuestion<T>): ModelRequest {
  const { attempt, asker, model, ordinal } = question;
  return {
    logicalEndpoint: asker.model.logicalEndpoint,
    model,
    messages: question.messages,
    parameters: parametersOf(question),
    seed: asker.seed,
    draw: { sample: question.sample ?? attempt.sample, ordinal },
    ...(asker.model.kind === 'endpoint' ? {} : { problem: problemOf(question) }),
    ...(asker.reuse ? {} : { runScope: asker.id }),
  };
}

function budgetOf(
  { callBudget: budget, model }: Asker,
  request: ModelRequest,
): BudgetedCall | undefined {
  if (budget === undefined) return undefined;
  const { tokens, costUsd } = budget;
  // Counting takes time, so it is skipped when no limit needs it.
  if (tokens === undefined && costUsd === undefined) {
    return { limit: budget, atMost: { tokens: 0, costUsd: 0 } };
  }
  const text = request.messages.map(({ content }) => content).join('\n');
  const usage = {
    promptTokens: countTokens(text),
    completionTokens: request.parameters.maxTokens ?? 0,
  };
  const cost = model.kind === 'endpoint' ? priceOf(request.model, usage) : 0;
  return {
    limit: budget,
    atMost: { tokens: usage.promptTokens + usage.completionTokens, costUsd: cost },
  };
}

function parametersOf<T>({
  asker,
  temperature,
  format,
  tools,
  task,
}: RoleQuestion<T>): ModelParameters {
  if (task !== undefined) return { task };
  const { maxTokens } = asker;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(format === null ? {} : { format }),
    ...(tools === undefined || tools.length === 0 ? {} : { tools }),
  };
}
