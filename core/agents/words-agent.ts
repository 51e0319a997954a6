import type { Message } from '../schemas/model';
import type { TextRef } from '../schemas/text';
import { clipText } from '../values/text-excerpt';
import type { NodeAgent, NodeFacts } from './node-agent';
import { longestAnalysis } from '../replies/analysis';
import type { ParsedReply } from '../replies/parsed-reply';
import { stripReasoning } from '../replies/strip-reasoning';

/** A row for an agent whose prose is kept with the node and decides nothing (`gives: 'words'` among the roles). */
export function wordsAgent(
  messages: (facts: NodeFacts) => readonly Message[],
): NodeAgent<string, TextRef> {
  return {
    prompt: (facts) => ({ messages: messages(facts), format: null }),
    temperature: 0,
    parse: parseWords,
    fallback: '',
    kept: (words, _, keep) => keep(words),
  };
}

function parseWords(reply: string): ParsedReply<string> {
  const text = stripReasoning(reply).trim();
  return text === ''
    ? { ok: false, problem: 'it is empty' }
    : { ok: true, value: clipText(text, longestAnalysis) };
}
