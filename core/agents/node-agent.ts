import type { TextRef } from '../schemas/text';
import type { Prompt, PromptSet } from './prompt-sets/prompt-set';
import type { ParsedReply } from '../replies/parsed-reply';
import type { ReflectionsInput } from './thinker-reflections';

/** Facts about a node for an agent. Each question uses what it needs. */
export type NodeFacts = ReflectionsInput;

export type KeepText = (text: string) => Promise<TextRef>;

export interface NodeAgent<Value, Kept> {
  readonly prompt: (facts: NodeFacts, prompts: PromptSet) => Prompt;
  readonly temperature: number;
  readonly parse: (reply: string, facts: NodeFacts) => ParsedReply<Value>;
  /** Replaces a reply that stayed unreadable after the request to correct it. */
  readonly fallback: Value;
  /** The value that the search continues with. `isFallback`: it is the fallback value. */
  readonly kept: (value: Value, isFallback: boolean, keep: KeepText) => Promise<Kept>;
}
