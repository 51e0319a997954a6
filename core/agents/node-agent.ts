import type { TextRef } from '../schemas/text';
import type { Prompt, PromptSet } from './prompt-sets/prompt-set';
import type { ParsedReply } from '../replies/parsed-reply';
import type { ReflectionsInput } from './thinker-reflections';

/** What an agent may be told of a node; its question takes of it what it needs. */
export type NodeFacts = ReflectionsInput;

/** Puts a text where texts are kept. */
export type KeepText = (text: string) => Promise<TextRef>;

/** An agent that is asked about a made node. */
export interface NodeAgent<Value, Kept> {
  readonly prompt: (facts: NodeFacts, prompts: PromptSet) => Prompt;
  readonly temperature: number;
  readonly parse: (reply: string, facts: NodeFacts) => ParsedReply<Value>;
  /** Stands in for a reply that stayed unreadable after its repair question. */
  readonly neutral: Value;
  /** What the search goes on with; `isNeutral`: the value is the neutral one. */
  readonly kept: (value: Value, isNeutral: boolean, keep: KeepText) => Promise<Kept>;
}
