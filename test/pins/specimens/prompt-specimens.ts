import {
  assistantPrompts,
  mistakenPrompt,
} from '../../../core/code-feedback/prompts/assistant-prompts';
import { datasetPrompts } from '../../../core/code-feedback/prompts/dataset-prompts';
import { feedbackDuties } from '../../../core/code-feedback/prompts/feedback-prompt';
import {
  introducerDuties,
  rewriterDuties,
} from '../../../core/code-feedback/prompts/problem-prompts';
import { ratingPrompts } from '../../../core/code-feedback/prompts/rating-prompts';
import { createHash } from 'node:crypto';

import { extendWithRepair } from '../../../core/agents/extend-with-repair';
import {
  buildPlannedDebuggerMessages,
  buildPlannedSolverMessages,
} from '../../../core/agents/map-coder/coder';
import { locateFilesPrompt } from '../../../core/agents/patch/locate-files';
import {
  locateElementsPrompt,
  locationSetsPrompt,
  setsTriedText,
} from '../../../core/agents/patch/locate-places';
import {
  patchReflectionsMessages,
  patchScoreMessages,
  patchVerificationMessages,
} from '../../../core/agents/patch/patch-critics';
import { patchDebuggerMessages } from '../../../core/agents/patch/patch-debugger';
import { patchSolverMessages } from '../../../core/agents/patch/patch-solver';
import { reproducerPrompt } from '../../../core/agents/patch/reproducer';
import { endedWords, formatWords, outputWords } from '../../../core/agents/shell/output-words';
import { shellMessages } from '../../../core/agents/shell/shell-messages';
import { PatchProblem } from '../../../core/tasks/patch/patch';
import { buildPlanMessages } from '../../../core/agents/map-coder/planner';
import { buildRecallMessages } from '../../../core/agents/map-coder/recaller';
import { withEarlier } from '../../../core/agents/more-strategies';
import { buildSimulatedHumanMessages } from '../../../core/agents/simulated-human';
import type { AgentRole } from '../../../core/names/roles';
import { promptSets } from '../../../core/agents/prompt-sets/prompt-sets';
import type { PromptSet } from '../../../core/agents/prompt-sets/prompt-set';
import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import { refineRequest } from '../../../core/refinement/requests/refine-request';
import { docstringRequest } from '../../../core/repository/refinement/docstring-request';
import { harnessRequest } from '../../../core/repository/prompts/harness-request';
import { feedbackSources } from '../../../core/schemas/dialogue';
import type { RefinementPromptSet } from '../../../core/schemas/dialogue';
import type { Problem } from '../../../core/tasks/problem';
import { candidatePolicy } from '../../../core/python-values/comparison-policy';
import { HarnessProblem } from '../../../core/tasks/harness/harness';
import { sampleProblem } from '../../core/agents/sample-problem';

const problems: readonly Problem[] = [
  sampleProblem,
  { ...sampleProblem, preamble: '', statement: 'Write a function to double a number.' },
  {
    kind: 'script',
    id: 'Sample/1',
    dataset: 'sample',
    statement: 'Read a number and print its double.',
    rule: { kind: 'tokens' },
    visibleTests: [{ stdin: '2\n', stdout: '4\n' }],
  },
  HarnessProblem.parse({
    ...{ kind: 'harness', id: 'o/r@0::m.py::f#1', dataset: 'd', context: '', className: null },
    statement: 'def f():\n    """Gives one."""\n    raise NotImplementedError\n',
    ...{ name: 'f', module: 'm', qualname: 'f', environment: 'e'.repeat(64) },
    ...{ policy: candidatePolicy, visibleTests: [] },
  }),
];
const program = 'def double(x):\n    return x + 2';
const feedback = 'passed:\nassert double(2) == 4';
const words = [null, 'Some words.'] as const;
const subject = { module: 'pack.doubles', qualname: 'double', className: null, context: program };
const described = {
  definition: program,
  signature: 'double(x)',
  captured: { arguments: { x: ['int'] }, returns: ['int'], raises: [] },
  cases: 'def case_0():\n    double(1)',
  examples: [{ call: 'double(1)', outcome: '3' }],
};

/** Everything that the agents of a search are asked, for a function, a described function and a program that prints. */
export function searchSpecimens(set: PromptSet): unknown {
  return problems.flatMap((problem) => [
    ...words.flatMap((strategy) =>
      (['plain', 'reason-first'] as const).map((style) => set.solver({ problem, strategy, style })),
    ),
    set.strategies({ problem, atMost: 10 }),
    withEarlier(set.strategies({ problem, atMost: 10 }), ['Sort.', 'Count.']),
    buildRecallMessages({ problem, atMost: 4 }),
    ...words.flatMap((text) => [
      buildPlanMessages({ problem, example: text }),
      buildPlannedSolverMessages({ problem, plan: text }),
      buildPlannedDebuggerMessages({ problem, program, feedback, plan: text }),
    ]),
    ...words.flatMap((strategy) =>
      words.flatMap((said) =>
        [false, true].flatMap((quoteProgram) => {
          const candidate = { problem, program, feedback, strategy, quoteProgram };
          const asked = set.score(candidate);
          return [
            asked,
            set.verification(candidate),
            set.reflections({ ...candidate, review: said, atMost: 10 }),
            set.debugger({ ...candidate, reflection: said, review: strategy }),
            extendWithRepair(asked.messages, 'What?', 'it says nothing'),
          ];
        }),
      ),
    ),
  ]);
}

const patchProblem = PatchProblem.parse({
  ...{ kind: 'patch', id: 'o__r-1', dataset: 'd', statement: 'It fails.', context: 'Code.' },
  source: {
    ...{ repository: 'o/r', address: null, commit: '0'.repeat(40), until: null, python: null },
    ...{ requirements: [], image: null },
  },
  runner: { kind: 'pytest', arguments: [], environment: {} },
  visibleTests: [],
});

/** Everything that is asked about a patch, before a search and in it. */
export function patchSpecimens(): unknown {
  const problem = patchProblem;
  return [
    locateFilesPrompt(problem, 'pkg/'),
    locateElementsPrompt(problem, 'Skeleton.'),
    ...[1, 4].map((atMost) => locationSetsPrompt(problem, 'Code.', { atMost })),
    setsTriedText(['Places.']),
    reproducerPrompt(problem),
    ...shellSpecimens(),
    ...words.flatMap((strategy) => [
      ...(['plain', 'reason-first'] as const).map((style) =>
        patchSolverMessages({ problem, strategy, style }),
      ),
      ...[false, true].flatMap((quoteProgram) => {
        const candidate = { problem, program, feedback, strategy, quoteProgram };
        return [
          patchScoreMessages(candidate),
          patchVerificationMessages(candidate),
          patchReflectionsMessages({ ...candidate, review: strategy, atMost: 3 }),
          patchDebuggerMessages({
            ...candidate,
            ...{ reflection: strategy, review: strategy, changed: strategy },
          }),
        ];
      }),
    ]),
  ];
}

const shellQuestion = {
  problem: patchProblem,
  limits: { steps: 9, tokens: 1_000, commandSeconds: 60 },
  turns: [],
};

function shellSpecimens(): readonly unknown[] {
  const output = { exit: 1, head: 'head', tail: 'tail', elided: 5 };
  const told = { seconds: 60, differing: ['date'] };
  return [
    shellMessages(shellQuestion),
    ...[1, -9, null].map((exit) => outputWords({ ...output, exit }, told)),
    endedWords('out of memory'),
    formatWords('it has two commands'),
  ];
}

/** Specimens that hold the words of a role, with a question to that role. */
interface SpecimensOfRole {
  readonly specimens: unknown;
  readonly asked: unknown;
}

/**
 * Where the words of each role are hashed; a role without a line does not compile.
 * null: the words decide the id of no run.
 */
export function specimensByRole(): Readonly<Record<AgentRole, SpecimensOfRole | null>> {
  const set = promptSets.default;
  const specimens = searchSpecimens(set);
  const candidate = { problem: sampleProblem, program, feedback, strategy: null };
  const review = { ...candidate, quoteProgram: false };
  const inSearch = (asked: unknown) => ({ specimens, asked });
  const solver = inSearch(set.solver({ problem: sampleProblem, strategy: null, style: 'plain' }));
  const person = { promptSet: 'espalier', problem: sampleProblem, program } as const;
  const inDialogue = (reference: string | null) => ({
    specimens: dialogueSpecimens('espalier'),
    asked: buildSimulatedHumanMessages({ ...person, execution: feedback, reference }),
  });
  const environment = environmentSpecimens();
  // Their hash is made of these texts when a run is planned.
  const inDataset = (asked: string) => ({ specimens: datasetPrompts(), asked });
  return {
    solver,
    // The Solver's words: an environment's row adds the hash of a search's.
    'spec-solver': solver,
    debugger: inSearch(set.debugger({ ...review, reflection: null, review: null })),
    'thinker-strategies': inSearch(set.strategies({ problem: sampleProblem, atMost: 10 })),
    'thinker-reflections': inSearch(set.reflections({ ...review, review: null, atMost: 10 })),
    'critic-score': inSearch(set.score(review)),
    'critic-verification': inSearch(set.verification(review)),
    recaller: inSearch(buildRecallMessages({ problem: sampleProblem, atMost: 4 })),
    planner: inSearch(buildPlanMessages({ problem: sampleProblem, example: null })),
    human: inDialogue(null),
    oracle: inDialogue('Some words.'),
    'harness-writer': { specimens: environment, asked: harnessRequest(subject, []) },
    'docstring-writer': { specimens: environment, asked: docstringRequest(described, null) },
    // The prompts of a chat do not decide an id.
    interpreter: null,
    locator: { specimens: patchSpecimens(), asked: locateFilesPrompt(patchProblem, 'pkg/') },
    reproducer: { specimens: patchSpecimens(), asked: reproducerPrompt(patchProblem) },
    'shell-agent': { specimens: patchSpecimens(), asked: shellMessages(shellQuestion) },
    // It is asked with the instruction alone.
    embedder: null,
    'first-rater': inDataset(ratingPrompts['first-rater']),
    'second-rater': inDataset(ratingPrompts['second-rater']),
    'weak-assistant': inDataset(assistantPrompts.interpreter),
    'strong-assistant': inDataset(assistantPrompts.strong),
    'mistaken-assistant': inDataset(mistakenPrompt('logical')),
    'asking-user': inDataset(feedbackDuties),
    introducer: inDataset(introducerDuties),
    rewriter: inDataset(rewriterDuties),
  };
}

/** Everything that is asked in dialogues under a prompt set. */
export function dialogueSpecimens(promptSet: RefinementPromptSet): unknown {
  return problems.flatMap((problem) => [
    refineRequest({ promptSet, problem, rounds: [] }),
    ...feedbackSources.map((source) =>
      refineRequest({
        promptSet,
        problem,
        rounds: [
          { reply: `\`\`\`python\n${program}\n\`\`\``, program, feedback: { source, text: 'No.' } },
          { reply: 'I cannot.', program: null, feedback: { source, text: 'Still no.' } },
        ],
      }),
    ),
    ...words.map((reference) =>
      buildSimulatedHumanMessages({ promptSet, problem, program, execution: feedback, reference }),
    ),
  ]);
}

/** Everything that is asked where environments are built. */
export function environmentSpecimens(): unknown {
  const text = 'Line 2 is not reached.';
  return [
    harnessRequest(subject, []),
    harnessRequest({ ...subject, className: 'Doubler', qualname: 'Doubler.double' }, [
      { source: 'def case_0():\n    double(1)', feedback: { kind: 'fix-error', text } },
      { source: '', feedback: { kind: 'improve-coverage', text } },
      { source: '', feedback: { kind: 'surviving-mutants', text } },
      { source: '', feedback: { kind: 'oversample' } },
    ]),
    ...[null, { docstring: 'Doubles.', words: ['It says nothing of zero.'] }].map((lacks) =>
      docstringRequest(described, lacks),
    ),
  ];
}

export function sha256OfSpecimens(specimens: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(asJson(specimens)))
    .digest('hex');
}
