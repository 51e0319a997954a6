import { assertNever } from '../values/assert-never';
import type { RefinementPromptSet } from '../schemas/dialogue';
import type { Message } from '../schemas/model';
import type { Problem } from '../tasks/problem';
import { describeProblem } from './prompts/describe-problem';
import { quoteAsData } from '../words/quote-as-data';

/** Request to a simulated person (OpenCodeInterpreter, evaluation with synthetic feedback). */
export const guidanceParameters = { temperature: 0, maxTokens: 1024 } as const;

export const mostGuidanceSentences = 3;

export interface SimulatedHumanInput {
  readonly problem: Problem;
  readonly program: string;
  /** Result of running the program, in the words of the prompt set. */
  readonly execution: string;
  /** A correct program, which an oracle sees and may not reveal. null: the person knows as little as the model. */
  readonly reference: string | null;
}

const duties = [
  'Play an experienced colleague who guides a programmer by talking to them.',
  'Study their code, find out from the result of running it what goes wrong, and think of edge cases and of other ways ' +
    'to go about it.',
  'Tell them which idea has to change and why, so that they can make the change themselves; stay friendly and to the point.',
  'Write no code, neither a line nor a part of one.',
  `Say all of it in ${String(mostGuidanceSentences)} sentences at most.`,
];

const secrecy =
  'For your eyes only there is a program that solves the problem: compare the code with it to see what matters. Never ' +
  'quote it, retell it or let it be known that there is one.';

/** Asks for the feedback of a person on an incorrect program. With a reference, the model is an oracle. */
export function buildSimulatedHumanMessages(
  input: SimulatedHumanInput & { readonly promptSet: RefinementPromptSet },
): readonly Message[] {
  switch (input.promptSet) {
    case 'espalier':
      return inQuotes(input);
    case 'oci':
      return inSections(input);
    default:
      return assertNever(input.promptSet);
  }
}

function dutiesOf({ reference }: SimulatedHumanInput): readonly string[] {
  return reference === null ? duties : [...duties, secrecy];
}

function inQuotes(input: SimulatedHumanInput): readonly Message[] {
  const { problem, program, execution, reference } = input;
  const secret =
    reference === null
      ? []
      : [`For your eyes only, a program that solves it:\n\n${quoteAsData(reference, 'python')}`];
  return [
    { role: 'system', content: dutiesOf(input).join(' ') },
    {
      role: 'user',
      content: [
        describeProblem(problem),
        `The programmer's code:\n\n${quoteAsData(program, 'python')}`,
        `What running it gave:\n\n${quoteAsData(execution)}`,
        ...secret,
        `What do you tell the programmer? At most ${String(mostGuidanceSentences)} sentences, and no code.`,
      ].join('\n\n'),
    },
  ];
}

/** In the sections of OpenCodeInterpreter's evaluation. */
function inSections(input: SimulatedHumanInput): readonly Message[] {
  const { problem, program, execution, reference } = input;
  const sections = [
    ['@@Problem', problem.statement.trim()],
    ['@@Existing Code', program],
    ['@@Execution Result', execution],
    ...(reference === null ? [] : [['@@Canonical Solution', reference.trim()]]),
  ].map(([title = '', body = '']) => `${title}\n${body}\n`);
  return [
    { role: 'system', content: 'You are a helpful assistant.' },
    {
      role: 'user',
      content: [`${dutiesOf(input).join('\n')}\n`, ...sections, '@@Guidance\n'].join('\n'),
    },
  ];
}
