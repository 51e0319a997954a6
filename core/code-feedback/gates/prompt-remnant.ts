import type { DialogueTurn } from '../../schemas/source-row';
import type { Gate } from './gate';
import { ownPromptIn } from './own-prompts';
import { refusalIn } from './refusal';
import { firstInTurns, isResult, proseOf, quoted } from './turn-parts';

/**
 * Special tokens of chat templates: ChatML, Llama 3, Phi, Granite, GLM and gpt-oss (`<|name|>`), DeepSeek, Llama 2 and Mistral (`[INST]`,
 * `<<SYS>>`, `[TOOL_CALLS]`), Gemma, Command R, and reasoning.
 */
const templateToken = new RegExp(
  [
    '<\\|/?[A-Za-z][\\w-]{1,40}\\|>',
    '<\\uFF5C[^\\uFF5C\\n]{1,40}\\uFF5C>',
    '\\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|gMASK)\\]',
    '<</?SYS>>',
    '</?(?:start|end)_of_turn>',
    '<(?:bos|eos|sop|eop|fim_prefix|fim_middle|fim_suffix)>',
    '</?think(?:ing)?>',
  ].join('|'),
);
/** Special tokens that are also tags of HTML count at the ends of a turn. */
const outerToken = /^\s*<s>(?![\s\S]*<\/s>[\s\S]*\S)|<\/s>\s*$/;

/** In prose. Lines begin as marked. */
const markers = [
  // Speakers of transcripts.
  /^(?:#{2,3} )?(?:Human|Assistant|ASSISTANT|USER|GPT-?4?|ChatGPT)\s*:(?:\s|$)/m,
  // Templates of Alpaca, Magicoder and Evol-Instruct.
  /^#{2,3} (?:Instruction|Response)\s*:/m,
  /^@@ ?(?:Instruction|Response)\b/m,
  /\bBelow is an instruction that describes a task\b/,
  /#\s?(?:The )?(?:Given|Rewritten|Created|New) Prompt\s?#/i,
  /"not_satisfied"\s*:/,
];
/** Words to and about a model, which a person who writes about prompts may use as well. */
const modelWords = [
  new RegExp(
    '\\b(?:ignore|disregard|forget|override|bypass)(?:\\s+(?:about|all|any|every|everything|the|my|your|these|those|of|in))*\\s+' +
      '(?:(?:previous|prior|above|earlier|preceding|foregoing|initial|original|system)\\s+(?:\\w+\\s+)?(?:instructions?|prompts?|messages?|directions?|directives?|guidelines)|' +
      '(?:instructions?|prompts?|directions?|directives?|messages?|text)\\s+(?:given\\s+|stated\\s+|written\\s+)?(?:above|before|so far))\\b',
    'i',
  ),
  /\b(?:ignore|disregard|forget) (?:everything|all) (?:above|before|prior|you were told|you have been told|that was said)\b/i,
  /\b(?:my (?:knowledge|training)(?: data)? cutoff|knowledge cutoff)\b/i,
  /\byou are (?:now )?(?:chat ?gpt|gpt-?\d\w*|claude|gemini|github copilot|bard|llama|an? (?:helpful|large language) (?:ai )?(?:assistant|model))\b/i,
];
/** A person asks about prompts themselves. */
const aboutPrompts =
  /\b(?:prompt|chat|instruction|message|conversation)[- ](?:templates?|formats?|injections?|engineering|tuning|leak\w*)\b|\b(?:special|stop|control) tokens?\b|\btokeni[sz]ers?\b|\bjailbreak\w*|\bsystem prompts?\b|\bchat ?ml\b|\bfine-?tun\w+/i;
const asModel =
  /\bas an? (?:ai|artificial intelligence)(?: language)?(?: model| assistant)?,|\bas an? (?:large )?language model\b/i;

export const promptRemnant: Gate = {
  name: 'prompt-remnant',
  summary:
    'A turn has tokens of a chat template, sentences or markers of a prompt, or words of a model about itself.',
  finds: ({ turns }) => {
    const isAbout = turns.some(
      (turn) => turn.role === 'user' && !isResult(turn) && aboutPrompts.test(turn.content),
    );
    return firstInTurns(turns, (turn) => {
      const found = isResult(turn) ? null : remnantIn(turn, isAbout);
      return found === null ? null : `has words of a prompt: ${quoted(found)}`;
    });
  },
};

/** @param isAbout the dialogue is about prompts: then tokens count only at the ends of an answer, where they leak */
function remnantIn({ role, content }: DialogueTurn, isAbout: boolean): string | null {
  const prose = proseOf(content).replace(/`[^`\n]+`/g, ' ');
  // Quoted words are mentioned, not said.
  const said = prose.replace(/"[^"\n]*"|\u201c[^\u201d\n]*\u201d/g, ' ');
  const spoken = isAbout ? [] : [templateToken, ...modelWords];
  return (
    outerToken.exec(content)?.[0] ??
    (isAbout && role === 'user' ? undefined : tokenAtEnds(content)) ??
    // The prose has no reasoning, so its tags are searched for in all text.
    reasoningTag(content) ??
    firstOf(spoken, said) ??
    firstOf(markers, prose) ??
    ownPromptIn(prose) ??
    (role === 'assistant' && refusalIn(content) === null ? asModel.exec(prose)?.[0] : undefined) ??
    null
  );
}

const endTokens = [
  new RegExp(`^\\s*(?:${templateToken.source})`),
  new RegExp(`(?:${templateToken.source})[\\s\`]*$`),
];

/** A token that leaks at the end of an answer is often inside its last block. */
function tokenAtEnds(content: string): string | undefined {
  return firstOf(endTokens, content);
}

function firstOf(patterns: readonly RegExp[], text: string): string | undefined {
  return patterns.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
}

function reasoningTag(content: string): string | undefined {
  return /^[^\S\n]*<think(?:ing)?>|^<\/think(?:ing)?>[^\S\n]*$/m.exec(content)?.[0];
}
