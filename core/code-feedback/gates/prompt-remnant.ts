import type { Gate } from './gate';
import { refusalIn } from './refusal';
import { firstInTurns, isResult, proseOf, quoted } from './turn-parts';

/** Tokens of chat templates. */
const templateToken = new RegExp(
  [
    '<\\|(?:im_start|im_end|im_sep|endoftext|end_of_text|begin_of_text|start_header_id|end_header_id|eot_id|eom_id|system|user|' +
      'assistant|end|endofprompt|fim_prefix|fim_middle|fim_suffix|python_tag|pad|tool_call|channel|message|return)\\|>',
    '<\\uFF5C[^\\uFF5C\\n]{1,40}\\uFF5C>',
    '\\[/?INST\\]',
    '<</?SYS>>',
    '</?(?:start|end)_of_turn>',
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
  // Words to and about a model.
  /\bignore (?:all |any )?(?:of )?(?:the |my |your )?(?:previous|prior|above|earlier|preceding) (?:instructions?|prompts?|messages?)\b/i,
  /\b(?:my (?:knowledge|training)(?: data)? cutoff|knowledge cutoff)\b/i,
  /\byou are (?:chatgpt|a (?:helpful|large language) (?:ai )?(?:assistant|model))\b/i,
  // Section markers of our own prompts (core/code-feedback/prompts).
  /^(?:Code of the answer|Result of the last code|Result of the tests|Your JSON object|Your earlier solution failed the tests)\s*:/m,
  /^Person:\s*$/m,
  /"not_satisfied"\s*:/,
  /\bFor training, your code must have a mistake\b/,
];
const asModel =
  /\bas an? (?:ai|artificial intelligence)(?: language)?(?: model| assistant)?,|\bas an? (?:large )?language model\b/i;

export const promptRemnant: Gate = {
  name: 'prompt-remnant',
  summary:
    'A turn has tokens of a chat template, markers of a prompt, or words of a model about itself.',
  finds: ({ turns }) =>
    firstInTurns(turns, (turn) => {
      if (isResult(turn)) return null;
      const { role, content } = turn;
      const outer = outerToken.exec(content)?.[0] ?? tokenAtEnds(content);
      // The prose has no `reasoning`, so its tags are searched for in all text outside code.
      const prose = proseOf(content).replace(/`[^`\n]+`/g, ' ');
      const found =
        outer ??
        templateToken.exec(prose)?.[0] ??
        reasoningTag(content) ??
        markers.map((pattern) => pattern.exec(prose)?.[0]).find((text) => text !== undefined) ??
        (role === 'assistant' && refusalIn(content) === null
          ? asModel.exec(prose)?.[0]
          : undefined);
      return found === undefined ? null : `has words of a prompt: ${quoted(found)}`;
    }),
};

/** A token that leaks at the end of an answer is often inside its last block. */
function tokenAtEnds(content: string): string | undefined {
  const lines = content.trim().split('\n');
  return [lines[0], lines.at(-1)]
    .map((line = '') => templateToken.exec(line.replace(/`[^`]+`/g, ' '))?.[0])
    .find((text) => text !== undefined);
}

function reasoningTag(content: string): string | undefined {
  return /^\s*<think(?:ing)?>|^<\/think(?:ing)?>\s*$/m.exec(content)?.[0];
}
