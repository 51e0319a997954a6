import { z } from 'zod';

import { agentRoles } from '../names/roles';
import type { AgentRole } from '../names/roles';

/** Code that a model asks to have run through the tool `execute_code`. */
export const ToolCall = z.strictObject({ id: z.string().min(1), code: z.string() });
export type ToolCall = z.infer<typeof ToolCall>;

export const Message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  /** Of an assistant's turn: `content` is what it said beside the call. */
  toolCall: ToolCall.optional(),
  /** Of a `tool` message: the call whose result it is. */
  toolCallId: z.string().min(1).optional(),
});
export type Message = z.infer<typeof Message>;

/** A JSON schema the reply must follow, for endpoints that support it. */
export interface AnswerFormat {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export const TokenUsage = z.strictObject({
  promptTokens: z.int().nonnegative(),
  completionTokens: z.int().nonnegative(),
});
export type TokenUsage = z.infer<typeof TokenUsage>;

/** Which answer of many a request asks for (rules 2). */
export interface Draw {
  readonly sample: number;
  /** Solver, Debugger: of the generated solution, from 0. Others: of the node the call serves. */
  readonly ordinal: number;
}

/** Everything that makes a request what it is; the journal's key is its hash (rules 2). */
export interface ModelRequest {
  readonly logicalEndpoint: string;
  readonly model: string;
  readonly messages: readonly Message[];
  readonly parameters: ModelParameters;
  /** The run's seed. */
  readonly seed: number;
  readonly draw: Draw;
  /** Only to our own model server, which answers equal messages of two problems from each one's own bank (rules 3). */
  readonly problem?: string;
  /** Only with `--no-reuse`: the run's id, so that no other run's answer is read back. */
  readonly runScope?: string;
  /** Only where it was refused as too long under another context limit of ours: the one it is asked under now; null: none. */
  readonly contextTokens?: number | null;
}

export interface ModelParameters {
  /** The vector of the one message instead of an answer to it: its text is then a `vectorText`. Absent: a chat completion. */
  readonly task?: 'embedding';
  /** 0 to 2; absent: the endpoint's own default. */
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly format?: AnswerFormat;
  /** What the model may call; an endpoint that knows no tools is asked without. */
  readonly tools?: readonly ModelTool[];
}

export const modelTools = ['execute_code'] as const;
export type ModelTool = (typeof modelTools)[number];

/** Not part of the identity: told to our own model server as `x-espalier-*` headers, and to nobody else. */
export interface RequestContext {
  readonly problem: string;
  readonly role: AgentRole;
  /** Location sets that the method needs. Absent: the model decides, or it is asked for none. */
  readonly sets?: number;
}

/** What our own model server says of an answer, for the shares that tables print (rules 3). */
export const AnswerOrigin = z.object({
  /** `draw`: the Solver's rule for a Solver. `solver-rule`: the same for a Debugger. */
  rule: z.enum([
    'draw',
    'recorded-repair',
    'recorded-no-change',
    'solver-rule',
    'canned',
    'judged',
  ]),
  /** Distinct programs in the permutation the draw was taken from. */
  distinct: z.int().nonnegative().optional(),
  /** The ordinal lies past the end of the permutation. */
  repeated: z.boolean().optional(),
  /** Critic verification: whether the bank has a label for the program. */
  truthKnown: z.boolean().optional(),
});
export type AnswerOrigin = z.infer<typeof AnswerOrigin>;

export const finishReasons = ['stop', 'length', 'content-filter', 'context-length'] as const;
export type FinishReason = (typeof finishReasons)[number];

/** A part of a request that not every endpoint or model understands, and that can be left out or said otherwise. */
export const optionalFeatures = [
  'json-schema',
  'seed',
  'temperature',
  'max-tokens',
  'tools',
  'stream-usage',
  'stream',
  'system-role',
] as const;
export type OptionalFeature = (typeof optionalFeatures)[number];

/** Those of them that decide answers. */
export const droppableFeatures = [
  'json-schema',
  'seed',
  'tools',
  'temperature',
  'system-role',
] as const satisfies readonly OptionalFeature[];
export type DroppableFeature = (typeof droppableFeatures)[number];

/** What was really sent for an answer, and what the endpoint says it served. */
export const ModelExchange = z.strictObject({
  /** As the endpoint names the model that answered; null: it does not say. */
  servedModel: z.string().nullable(),
  /** null: not sent, so that the endpoint's own stood. */
  temperature: z.number().nullable(),
  maxTokens: z.int().nullable(),
  seed: z.int().nullable(),
  /** Name of the JSON schema; null: none was sent. */
  schema: z.string().nullable(),
  /** Wanted, and left out since the endpoint refuses it. */
  dropped: z.array(z.enum(droppableFeatures)),
  /** The answer came piece by piece; absent: from before it was kept. Decides no answer, and is not exported. */
  streamed: z.boolean().optional(),
});
export type ModelExchange = z.infer<typeof ModelExchange>;

/** The journal's `answered`: what came back, and what it took. */
export const ModelAnswer = z.strictObject({
  /** Reply with reasoning blocks still in it; empty for `content-filter` and `context-length`. */
  text: z.string(),
  finishReason: z.enum(finishReasons),
  usage: TokenUsage.nullable(),
  /** null: the model is not in the price table. */
  costUsd: z.number().nonnegative().nullable(),
  /** From sending to the whole answer. */
  latencyMs: z.number().nonnegative(),
  /**
   * From sending to the first piece of what the model wrote. null: it came whole, and when its head came says nothing of the
   * first token; or the model wrote nothing. Absent: from before it was kept.
   */
  firstTokenMs: z.number().nonnegative().nullable().optional(),
  origin: AnswerOrigin.nullable(),
  /** Absent: it called no tool. */
  toolCall: ToolCall.optional(),
  /** Absent: from before it was kept. */
  exchange: ModelExchange.optional(),
  /** Of `context-length`: the context limit of ours that it was asked under. Absent: there was none. */
  contextTokens: z.int().positive().optional(),
});
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** One answered model call, as a record remembers it; everything else is in the journal under `identity`. */
export const CallRef = z.strictObject({
  role: z.enum(agentRoles),
  identity: z.string().length(64),
  /** A repair question's call. */
  repair: z.boolean(),
});
export type CallRef = z.infer<typeof CallRef>;
