import type { RunSummary } from '../../core/metrics/run-summary';
import type { FeedbackTests } from '../../core/schemas/dialogue';
import { hasSuites } from './dialogue-rows';
import type { DialogueConfig } from './dialogue-rows';

/** What the rates of later rounds may be read as. */
export function dialogueStatements(
  { model, dialogue }: DialogueConfig,
  { dialogue: summary }: RunSummary,
): readonly string[] {
  if (summary === null) return [];
  const played = dialogue.feedback === 'human' || dialogue.feedback === 'oracle';
  return [
    ...(hasSuites(summary)
      ? ['Solved, fixed and regressed are by all tests that judge, base and plus together.']
      : []),
    ...leakStatements(dialogue.feedbackTests, hasSuites(summary)),
    ...(dialogue.feedback === 'oracle'
      ? [
          'The oracle sees the reference solution: its rates say how far guidance that knows the answer can bring a model.',
        ]
      : []),
    ...(played && model.kind !== 'endpoint'
      ? [
          'Guidance was canned, and decided nothing: such answers are chosen by the program that failed, whatever is said of it.',
        ]
      : []),
  ];
}

function leakStatements(tests: FeedbackTests, suites: boolean): readonly string[] {
  if (tests === 'public' || tests === 'none') return [];
  return tests === 'base' && suites
    ? [
        'Feedback showed base tests: after round 1 the base rate measures repair with its tests at hand. The plus tests were in no request.',
      ]
    : [
        'Feedback showed the tests that judge: rates after round 1 measure repair with these tests at hand, not how well programs generalise.',
      ];
}
