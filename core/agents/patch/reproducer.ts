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
    'Write one complete Python script that shows whether the issue is present. It runs in the root of the repository, before and ' +
      'after the issue is solved. It prints exactly one of these sentences, and none of them in any other output:',
    [
      '- `Issue reproduced` if the issue is present as described,',
      '- `Issue resolved` if the code does what the issue asks for,',
      '- `Other issues` if anything else happens, for example if an import fails.',
    ].join('\n'),
    'The script imports the code of the repository. It needs no input and no network, ends within one minute, and catches the ' +
      'exceptions of the code. It checks what the issue says, and no detail in which another correct solution could differ.',
    'Write the script as one ```python code block.',
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
