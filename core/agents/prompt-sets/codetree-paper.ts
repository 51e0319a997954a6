import type { Message } from '../../schemas/model';
import type { CandidateInput } from '../prompts/candidate-conversation';
import { askedFor, describeProblem } from '../prompts/describe-problem';
import { programTurn } from '../../replies/program-turn';
import { reviewOf } from '../prompts/review-of';
import { quoteAsData } from '../../words/quote-as-data';
import type { Prompt, PromptSet } from './prompt-set';

/**
 * The facts of the prompts that CodeTree's authors published, in our own words: who is told what, in which turn, in which
 * form. The Debugger sees neither strategy nor review, the critic no strategy, unlike equations 6 and 4. Deviations: words
 * for programs that read input depend on the problem's kind, not on a flag of the run; a model's words are fenced; reasoning
 * first (`cot`) has words that theirs lacks. The Thinker sees the review of a failing program, as in the paper.
 */
export const codetreePaperPrompts: PromptSet = {
  name: 'codetree-paper',
  programForm: 'quoted',
  solver: ({ problem, strategy, style }) => {
    const hint =
      strategy === null
        ? []
        : [
            'An expert left a hint for you. Analyse it first, work out the details it leaves open, and use it:',
            quoteAsData(strategy),
          ];
    const duty =
      style === 'plain'
        ? `Answer with Python code only, no prose: ${askedFor(problem)}, signature and body, in one code block.`
        : `Reason step by step first; then write ${askedFor(problem)}, signature and body, in one code block.`;
    return asked(
      `You write Python programs. ${duty} Leave test cases and calls that print out of it.\n${codeBlock}`,
      [{ role: 'user', content: [describeProblem(problem), ...hint].join('\n\n') }],
    );
  },
  debugger: ({ problem, program, feedback, reflection }) => {
    const said: readonly Message[] =
      reflection === null ? [] : [{ role: 'assistant', content: `${reflection.trim()}\n` }];
    return asked(
      'You help with Python programs. You see the version you wrote before, what tests gave on it, and a hint on how ' +
        `to change it. Write ${askedFor(problem)} in full, with what stays as it was, and without test cases.\n${codeBlock}`,
      [
        { role: 'user', content: `The task:\n\n${describeProblem(problem)}\n\nYour program:` },
        programTurn(program),
        {
          role: 'user',
          content: `Test results of this program:\n\n${quoteAsData(feedback)}\n\nWhat do you make of them?`,
        },
        ...said,
        { role: 'user', content: 'Now the improved program:' },
      ],
    );
  },
  strategies: ({ problem, atMost }) =>
    asked(
      'You advise Python programmers on how to go about a task before they write code. Think of one or several strategies ' +
        'to solve it, in English and without code. Give each a few sentences on a single line, and number the lines ' +
        `"1. ", "2. ", "3. " and so on, ${String(atMost)} at most. How many there are depends on the task: one or several.`,
      [{ role: 'user', content: describeProblem(problem) }],
    ),
  reflections: ({ strategy, review, atMost, ...candidate }) =>
    asked(
      [
        'You reflect on programs that do not solve their task yet. From the task, the program and what running it gave, ' +
          'describe what is wrong and how to improve it. Rules:',
        '1. There may be several ways to mend it, in the algorithm or in the code: give one or several reflections with ' +
          'different strategies. Where the fault is unclear, they may be different readings of it.',
        '2. Each names the fault in short, says which improvement is needed, then how to make it. Each is complete by ' +
          'itself: several faults belong into one reflection, not into one each.',
        `3. Number them line by line, "1. ", "2. " and so on, ${String(atMost)} at most; each is a few sentences on a single line.`,
        'How many there are depends on the case: one or several.',
      ].join('\n'),
      reviewed(candidate, {
        before: strategy === null ? [] : ['The strategy that was proposed:', quoteAsData(strategy)],
        results: 'Test results:',
        after: reviewOf(review),
      }),
    ),
  score: (candidate) =>
    asked(
      [
        'You rate what a program puts out. Compare outputs with what was expected, and say from 0 to 5 how far they are ' +
          'from it:',
        '0: it ended in an error or ran out of time.',
        '1: no pattern is found between outputs and expected outputs; the faults are hard to explain.',
        '2: the outputs are abnormal for a part of the cases, such as negative elements, or half of a list.',
        '3: the pairs have a clear pattern, such as all off by one, or all in reverse.',
        '4: only edge or corner cases are missed, such as equal elements.',
        '5: the outputs match.',
        'Give a short analysis first. Then, on a line of its own, the score: a single whole number from 0 to 5.',
      ].join('\n'),
      reviewed(candidate, { results: 'Results of the visible tests:' }),
    ),
  verification: (candidate) =>
    asked(
      [
        'You review a program that passes all visible tests, before hidden ones judge it. Decide whether it is general and ' +
          'robust enough for test cases that are valid and that nobody has shown. Check:',
        ...verificationChecks,
        'Follow these in a few sentences of analysis first. Then, on a line of its own, write True when the program is ' +
          'acceptable as it is, or False when changes are necessary for valid test cases.',
        exampleReview,
      ].join('\n'),
      reviewed(candidate, { results: 'Results of the visible tests:' }),
    ),
};

const codeBlock = 'Put the program between ```python and ```.';

const verificationChecks = [
  '1. Generality: the method is a general one; no case or value is written into it unless the task says so.',
  '2. Boundaries: indices, starts and ends of loops, conditions and ends of recursions are right; nothing is off by one.',
  '3. Edge cases: zero, negative, empty and extreme values that the task allows come out right. Test cases keep to the ' +
    'types, formats and limits of the task, so inputs that it rules out need no handling. Ask for no handling of what the ' +
    'program does right without it, unless it fails there.',
  '4. Efficiency: time and space are polynomial; otherwise this check fails.',
];

const exampleReview = [
  'An example of a review. The task: the most frequent word of a list, the earliest of equals. The program:',
  '```python',
  'def top(words):',
  '    return max(set(words), key=words.count)',
  '```',
  'The review:',
  '1. A set keeps no order, so that of equally frequent words any may come: for ["b", "a"] it can give "a". The other ' +
    'checks do not matter then.',
  'False',
].join('\n');

function asked(system: string, messages: readonly Message[]): Prompt {
  return { messages: [{ role: 'system', content: system }, ...messages], format: null };
}

interface AroundProgram {
  readonly before?: readonly string[];
  /** Says what the feedback is. */
  readonly results: string;
  readonly after?: readonly string[];
}

/** The task, the program and what tests gave: with the program as a quotation, or as the model's own turn. */
function reviewed(
  { problem, program, feedback, quoteProgram = false }: CandidateInput,
  { before = [], results, after = [] }: AroundProgram,
): readonly Message[] {
  const task = ['The task:', describeProblem(problem), ...before];
  const said = [results, quoteAsData(feedback), ...after];
  if (quoteProgram) {
    const shown = ['The program:', quoteAsData(program, 'python')];
    return [{ role: 'user', content: [...task, ...shown, ...said].join('\n\n') }];
  }
  return [
    { role: 'user', content: [...task, 'The program:'].join('\n\n') },
    programTurn(program),
    { role: 'user', content: said.join('\n\n') },
  ];
}
