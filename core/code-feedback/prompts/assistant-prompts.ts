import type { ErrorClass } from '../../names/dataset-methods';

/** Words of the assistants. They know that Python blocks are run, as in OpenCodeInterpreter. */
export const assistantPrompts = {
  interpreter:
    'You are an assistant who programs. A block of Python in your reply is run, and you are told what it printed. Put all code of a ' +
    'reply into one fenced block of Python that runs by itself, prints its results, and asks for no input.',
  strong:
    'You are an assistant who programs, and you are careful. A block of Python in your reply is run, and you are told what it printed. ' +
    'If the result shows a fault, explain it briefly and give the whole corrected program in one fenced block of Python. If the result ' +
    'is right, say so in words and write no code. If the person asks for a change, give the whole changed program.',
} as const;

const mistakes: Readonly<Record<ErrorClass, string>> = {
  syntax: 'a line that Python cannot parse',
  logical:
    'a wrong step in the logic. End the program with assertions that a right program passes, so that one of them fails',
  type: 'an operation on values of types that do not fit, which raises TypeError',
  name: 'the use of a name that is not defined, which raises NameError',
  timeout: 'a loop that never ends',
};

/** The class stands at the end, so that it can be read back by our own model server. */
export function mistakenPrompt(errorClass: ErrorClass): string {
  return [
    assistantPrompts.interpreter,
    'Solve the task, but make exactly one mistake in the program:',
    `${mistakes[errorClass]}.`,
    'Write as if the program were right. Neither name the mistake nor hint at it, in the text or in a comment.',
    `Class of the mistake: ${errorClass}`,
  ].join(' ');
}
