import { createHash } from 'node:crypto';

import { extendWithRepair } from '../../../core/agents/extend-with-repair';
import {
  buildPlannedDebuggerMessages,
  buildPlannedSolverMessages,
} from '../../../core/agents/map-coder/coder';
import { buildPlanMessages } from '../../../core/agents/map-coder/planner';
import { buildRecallMessages } from '../../../core/agents/map-coder/recaller';
import { withEarlier } from '../../../core/agents/more-strategies';
import { buildHumanMessages } from '../../../core/agents/human';
import type { PromptSet } from '../../../core/agents/prompt-sets/prompt-set';
import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import { refineRequest } from '../../../core/refinement/requests/refine-request';
import { docstringRequest } from '../../../core/repository/refinement/docstring-request';
import { harnessRequest } from '../../../core/repository/prompts/harness-request';
import { feedbackSources } from '../../../core/schemas/dialogue';
import type { RefinementProfile } from '../../../core/schemas/dialogue';
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

/** Everything that is asked in dialogues under a profile. */
export function dialogueSpecimens(profile: RefinementProfile): unknown {
  return problems.flatMap((problem) => [
    refineRequest({ profile, problem, rounds: [] }),
    ...feedbackSources.map((source) =>
      refineRequest({
        profile,
        problem,
        rounds: [
          { reply: `\`\`\`python\n${program}\n\`\`\``, program, feedback: { source, text: 'No.' } },
          { reply: 'I cannot.', program: null, feedback: { source, text: 'Still no.' } },
        ],
      }),
    ),
    ...words.map((reference) =>
      buildHumanMessages({ profile, problem, program, execution: feedback, reference }),
    ),
  ]);
}

/** Everything that is asked where environments are built. */
export function environmentSpecimens(): unknown {
  const subject = {
    module: 'pack.doubles',
    qualname: 'double',
    className: null,
    context: program,
  };
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
      docstringRequest(
        {
          definition: program,
          signature: 'double(x)',
          captured: { arguments: { x: ['int'] }, returns: ['int'], raises: [] },
          cases: 'def case_0():\n    double(1)',
          examples: [{ call: 'double(1)', outcome: '3' }],
        },
        lacks,
      ),
    ),
  ];
}

export function sha256OfSpecimens(specimens: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(asJson(specimens)))
    .digest('hex');
}
