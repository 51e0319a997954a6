import { assertNever } from '../../values/assert-never';
import { describeProblem } from '../../agents/prompts/describe-problem';
import { quoteAsData } from '../../words/quote-as-data';
import type { Message } from '../../schemas/model';
import type { Problem } from '../../tasks/problem';
import type { FunctionProblem } from '../../tasks/function';
import type { RefineInput, PastRound } from './past-round';

const opener =
  'You are an outstanding programming assistant. Every answer that you give to a coding instruction is accurate, ' +
  'dependable and complete.';
const responseHeader = '@@ Response';

/**
 * One user message in the sections of OpenCodeInterpreter's evaluation: its layout to the byte from the first answer on, its
 * prose in our words.
 */
export function flatRequest({ problem, rounds }: RefineInput): readonly Message[] {
  const first = `${opener}\n\n@@ Instruction\n${instruction(problem)}\n\n${responseHeader}\n`;
  return [{ role: 'user', content: rounds.reduce(withRound, first) }];
}

/** The raw answer, then what is said of it; only behind a person's words is a response asked for by its header again. */
function withRound(prompt: string, { reply, feedback }: PastRound): string {
  const asked = `${prompt}\n${reply}\n\n@@ Instruction\n`;
  switch (feedback.source) {
    case 'execution':
      return `${asked}Execution result: \n${feedback.text}\n`;
    case 'none':
      return withResponseHeader(
        `${asked}The program is not accepted. Write another one in full.\n`,
      );
    case 'human':
    case 'oracle':
    case 'person':
      return withResponseHeader(`${asked}${feedback.text}\n`);
    default:
      return assertNever(feedback.source);
  }
}

function withResponseHeader(prompt: string): string {
  return prompt.trimEnd().endsWith(responseHeader) ? prompt : `${prompt}\n${responseHeader}\n`;
}

function instruction(problem: Problem): string {
  if (problem.kind !== 'function') return described(problem);
  return problem.preamble === '' ? stated(problem) : begun(problem);
}

/** HumanEval: a function to be gone on with. */
function begun({ statement }: FunctionProblem): string {
  return [
    'Complete the code that is given here:',
    fenced(statement.trim()),
    'Go on with the function in python. The given code must stay as it is. Return the whole of the completed code in one ' +
      'code block, in this form:',
    fenced('# all of the completed code'),
  ].join('\n');
}

/** MBPP: a description and tests. */
function stated({ statement, visibleTests }: FunctionProblem): string {
  const examples = visibleTests.length === 0 ? '' : `\n${visibleTests.join('\n')}`;
  return [
    'Solve the problem that is given here with its test examples:',
    fenced(`"""\n${statement.trim()}${examples}\n"""`),
    'Write the solution in python. It must define the functions that the tests call by their names, and take and give ' +
      'values in the form the tests show. Return it in one code block, in this form:',
    fenced('# the whole solution'),
  ].join('\n');
}

function described(problem: Problem): string {
  return [describeProblem(problem), 'Return the program in one python code block.'].join('\n\n');
}

const fenced = (text: string): string => quoteAsData(text, 'python');
