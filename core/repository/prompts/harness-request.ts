import { quoteAsData } from '../../words/quote-as-data';
import { programTurn } from '../../replies/program-turn';
import { clipText } from '../../values/text-excerpt';
import type { PlanAction } from '../plan/plan';
import type { PlanStage } from '../../names/harness-plan';
import type { Message } from '../../schemas/model';

const system = [
  'You are a Python programmer who writes test inputs for functions of existing projects.',
  'The function is right as it is: what it does is recorded, and other versions of it are compared with the record. So never ' +
    'write down, compute or guess a result.',
  'Write functions named case_0, case_1, and so on, without parameters. Each sets its inputs up and calls the function under ' +
    'test; every call is recorded with its result, its exception and what it changed in its arguments. Pass other things that ' +
    'matter (an object that was changed, the text of a file that was written) to observe(value).',
  'observe and the function under test, by its own name, are there already; import whatever else you need.',
  'Cover every branch: usual inputs, edges such as empty, single, negative, repeated and large values, and inputs which the ' +
    'function itself refuses, if it says so. Give it values of the types that it is made for.',
  'Each case stands alone. Seed anything random; depend on no clock, no network and no order of sets; put files into a fresh ' +
    'temporary folder instead of replacing file access; call real code rather than mocks.',
  'Do not repeat the body of the function. Answer with one Python code block that holds nothing but the cases and what they need.',
].join('\n');

/** What a model is told of the definition. */
export interface HarnessSubject {
  readonly module: string;
  readonly qualname: string;
  /** null: a function. */
  readonly className: string | null;
  /** The definition and what it depends on, to the budget. */
  readonly context: string;
}

/** Why it is asked again. */
export type HarnessFeedback =
  /** The cases ended in errors, or are vacuous: gates say how. */
  | { readonly kind: 'fix-error'; readonly text: string }
  | { readonly kind: 'improve-coverage'; readonly text: string }
  | { readonly kind: 'surviving-mutants'; readonly text: string }
  /** Nothing is wrong: more of them. */
  | { readonly kind: 'oversample' };

/** One earlier round of the same dialogue. */
export interface HarnessRound {
  /** The cases as they were given; empty: there was no code. */
  readonly source: string;
  readonly feedback: HarnessFeedback;
}

/** The messages of a round: what is asked, then each earlier answer with what it lacked. */
export function harnessRequest(
  subject: HarnessSubject,
  rounds: readonly HarnessRound[],
): readonly Message[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: task(subject) },
    ...rounds.flatMap(({ source, feedback }): Message[] => [
      programTurn(source),
      { role: 'user', content: feedbackWords(feedback) },
    ]),
  ];
}

function task({ module, qualname, className, context }: HarnessSubject): string {
  const subject =
    className === null
      ? `the function \`${qualname}\` of the module \`${module}\``
      : `the method \`${qualname}\` of the module \`${module}\`; the class \`${className}\` is there by its name: make its ` +
        'objects and call the method on them';
  return [
    'The code:',
    quoteAsData(context, 'python'),
    `Write cases for ${subject}.`,
    'Answer with one Python code block.',
  ].join('\n\n');
}

function feedbackWords(feedback: HarnessFeedback): string {
  const quoted = (words: string, text: string, give: string): string =>
    [
      words,
      quoteAsData(text),
      `Say in one or two sentences what has to change, then give ${give} in one Python code block.`,
    ].join('\n\n');
  // What passed is kept, and need not be paid for again.
  const added = 'only the cases to be added, with the imports and helpers that they need,';
  switch (feedback.kind) {
    case 'fix-error':
      return quoted(
        'With the function as it is, these cases came to this:',
        feedback.text,
        'the complete cases',
      );
    case 'improve-coverage':
      return quoted(
        'The cases run, but do not reach all of the function. Add cases that do:',
        feedback.text,
        added,
      );
    case 'surviving-mutants':
      return quoted(
        'The cases run, but some changes of the function would go unnoticed. Add inputs on which these make a difference:',
        feedback.text,
        added,
      );
    case 'oversample':
      return 'Give as many cases again, for inputs that are not covered yet, in one Python code block.';
  }
}

/** Of cases that are shown again; another generator may have made thousands. UTF-16 code units. */
const shownOfCases = 20_000;

/**
 * What a turn of the model is told of the round before.
 * @param previous the cases that the feedback is about: those that failed, or those there are; null: there are none
 */
export function earlierRounds(
  { feedback, failed }: Pick<Extract<PlanAction, { kind: 'generate' }>, 'feedback' | 'failed'>,
  previous: string | null,
): readonly HarnessRound[] {
  if (feedback === null) {
    return previous === null ? [] : [{ source: shown(previous), feedback: { kind: 'oversample' } }];
  }
  const kind = feedbackKinds[failed?.stage ?? 'run'] ?? 'fix-error';
  return [{ source: shown(previous ?? ''), feedback: { kind, text: feedback } }];
}

/** Every other stage says what ended the cases, or made them useless. */
const feedbackKinds: Partial<
  Readonly<Record<PlanStage, 'improve-coverage' | 'surviving-mutants'>>
> = { coverage: 'improve-coverage', mutation: 'surviving-mutants' };

/** Cut at the end of a line. */
function shown(source: string): string {
  if (source.length <= shownOfCases) return source.trimEnd();
  const head = clipText(source, shownOfCases);
  return `${head.slice(0, Math.max(0, head.lastIndexOf('\n')))}\n# and so on`;
}
