import { readReply } from '../../replies/read-reply';
import type { ParsedReply } from '../../replies/parsed-reply';
import type { PatchProblem } from '../../tasks/patch/patch';
import { describeProblem } from '../prompts/describe-problem';
import type { Prompt } from '../prompt-sets/prompt-set';

const sentences = ['Issue reproduced', 'Issue resolved', 'Other issues'] as const;

/** A script that tells whether the issue is there (Agentless, section 3.3). */
export function reproducerPrompt(problem: PatchProblem): Prompt {
  const content = [
    describeProblem(problem),
    'Write one whole Python script that shows whether the issue is there. It is run in the root of the repository, before the issue ' +
      'is solved and after. It prints exactly one of these sentences, and nothing else that holds one of them:',
    [
      '- `Issue reproduced` if the issue is there as described,',
      '- `Issue resolved` if the code does what the issue asks for,',
      '- `Other issues` if anything else happens, such as an import that fails.',
    ].join('\n'),
    'It imports the code of the repository, asks for no input, needs no network, ends within a minute and catches what the code ' +
      'raises. It checks what the issue says, and no detail that another right solution may do otherwise.',
    'Write it as one ```python code block.',
  ];
  return {
    messages: [
      {
        role: 'system',
        content:
          'You are an experienced Python programmer who writes scripts that reproduce issues.',
      },
      { role: 'user', content: content.join('\n\n') },
    ],
    format: null,
  };
}

const longestScript = 20_000;

/** The last block that holds all three sentences. */
export function parseReproducerReply(reply: string): ParsedReply<string> {
  const { blocks } = readReply(reply);
  const script = blocks.findLast(
    ({ text }) => sentences.every((sentence) => text.includes(sentence)) && text.includes('print'),
  );
  if (script === undefined) {
    return {
      ok: false,
      problem: 'it holds no Python code block that prints each of the three sentences in its case',
    };
  }
  if (script.text.length > longestScript) return { ok: false, problem: 'its script is too long' };
  return { ok: true, value: `${script.text.trim()}\n` };
}
