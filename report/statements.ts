import type { RunSummary } from '../core/metrics/run-summary';
import { assertNever } from '../core/values/assert-never';
import type { FeedbackTests } from '../core/schemas/dialogue';
import type { BankDescription, ModelConfig, RunConfig } from '../core/schemas/run';
import { methods } from '../core/search/methods';
import { hasSuites } from './dialogue-rows';
import type { LoadedRun } from './load-run';
import { percentText, plural } from './number-text';
import { terminalLine } from './terminal-safe';

/**
 * What must be said beside every figure of a run: for answers that no model gave to these prompts, what they are and
 * what such a run can show; for any run, what makes it hard to compare. Part of tables and of run.json.
 */
export function runStatements({ record, summary }: LoadedRun): readonly string[] {
  return [
    ...gradingStatements(record.config),
    ...levelStatements(record.config),
    ...modelStatements(record.config),
    ...answerStatements(summary, record.config),
    ...dialogueStatements(summary, record.config),
    ...(summary.steered
      ? ['Not comparable: a person steered or cancelled attempts of this run.']
      : []),
  ];
}

function gradingStatements({ grading, assurance }: RunConfig): readonly string[] {
  if (grading === undefined) return [];
  const shared =
    assurance === 'shared' ? ' Program and test shared a process: a pass may be forged.' : '';
  return [`Graded as ${grading.profile} does, and not by our own rules.${shared}`];
}

function levelStatements({ assuranceOf = {} }: RunConfig): readonly string[] {
  const said = Object.entries(assuranceOf).map(([id, level]) => `${terminalLine(id)} (${level})`);
  if (said.length === 0) return [];
  return [`At a level that a person named, whatever their references say: ${said.join(', ')}.`];
}

/** `0.8`, with the two values that have a name. */
function accuracyText(accuracy: number): string {
  if (accuracy === 1) return '1 (oracle)';
  if (accuracy === 0.5) return '0.5 (a coin)';
  return String(accuracy);
}

function modelStatements({ kind, method, model }: RunConfig): readonly string[] {
  switch (model.kind) {
    case 'endpoint':
      return [];
    case 'recorded':
      return [
        'Recorded answers are programs that real models once wrote, not answers to these prompts. Such a run ' +
          'compares stopping, verification, selection and (to the share stated) repair on real programs; it ' +
          'says nothing about any one model.',
        ...bankStatements(model, kind === 'search' ? method : null),
      ];
    case 'simulated':
      return [
        'Simulated answers come from a bank of right and wrong programs, not from a model. Such a run ' +
          'shows that the machinery works; it says nothing about any model.',
        ...(model.competence === undefined
          ? []
          : [
              `Simulated Solver: competence ${String(model.competence)} (share of draws that are right).`,
            ]),
        ...bankStatements(model, kind === 'search' ? method : null),
      ];
    case 'none':
      return ['No model was asked.'];
    default:
      return assertNever(model.kind);
  }
}

function bankStatements(
  { bank, bankModel, criticAccuracy }: ModelConfig,
  search: string | null,
): readonly string[] {
  // Of other methods, and of dialogues, no critic is asked whether a program is right.
  const verifies = search !== null && methods.get(search)?.roles.includes('critic-verification');
  return [
    ...(bank === undefined ? [] : describeBank(bank, bankModel)),
    ...(criticAccuracy === undefined || verifies !== true
      ? []
      : [
          `Critic accuracy: ${accuracyText(criticAccuracy)} (probability that a verification agrees with the recorded label).`,
        ]),
  ];
}

function describeBank(bank: BankDescription, bankModel: string | undefined): readonly string[] {
  const { min, median, max } = bank.distinctPrograms;
  const models = bank.sourceModels.map(terminalLine).join(', ');
  const methods = bank.selfRepairingMethods.map(terminalLine).join(', ');
  return [
    `Bank: ${bank.files.map(terminalLine).join(', ')} (sha256 ${bank.sha256.slice(0, 12)}), ` +
      `${plural(bank.problems, 'problem')}; source models: ${models || 'none named'}` +
      `${bankModel === undefined ? '' : ` (restricted to ${terminalLine(bankModel)})`}.`,
    `Distinct programs per problem: ${String(min)} to ${String(max)}, median ${String(median)}.`,
    ...(methods === ''
      ? []
      : [`Rows of ${methods} were made by testing and repairing inside those methods.`]),
  ];
}

function answerStatements(summary: RunSummary, { kind, model }: RunConfig): readonly string[] {
  const { debuggerShares: shares, repeatedDraws, verificationWithoutTruth } = summary;
  const neutral = Object.entries(summary.neutralValues).filter(([, count]) => count > 0);
  return [
    ...(shares === null
      ? []
      : [
          `${kind === 'dialogue' ? 'Answers of later rounds' : 'Debugger answers'} (${String(shares.answers)}): ${percentText(shares.recordedRepair)} recorded repairs that ` +
            `change the program, ${percentText(shares.noChange)} recorded "no change", ` +
            `${percentText(shares.solverRule)} by the Solver's rule.`,
        ]),
    ...(repeatedDraws === null
      ? []
      : [
          `Draws repeat from program ${String(repeatedDraws.from + 1)} of an attempt on ` +
            `(${plural(repeatedDraws.count, 'draw')}): the bank has no further distinct program there.`,
        ]),
    ...(model.kind !== 'endpoint' && verificationWithoutTruth > 0
      ? [
          `Verifications of programs without a recorded label: ${String(verificationWithoutTruth)}, all answered "no".`,
        ]
      : []),
    ...(neutral.length === 0
      ? []
      : [
          `Neutral values after an unreadable reply: ${neutral.map(([role, count]) => `${role} ${String(count)}`).join(', ')}.`,
        ]),
  ];
}

/** What the rates of later rounds may be read as. */
function dialogueStatements(
  { dialogue: summary }: RunSummary,
  config: RunConfig,
): readonly string[] {
  if (config.kind !== 'dialogue' || summary === null) return [];
  const { model, dialogue } = config;
  const played = dialogue.feedback === 'human' || dialogue.feedback === 'oracle';
  return [
    ...(hasSuites(summary)
      ? ['Solved, fixed and regressed are by all tests that judge, base and plus together.']
      : []),
    ...leakStatements(config.dialogue.feedbackTests, hasSuites(summary)),
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
