import type { RunSummary } from '../core/metrics/run-summary';
import { assertNever } from '../core/values/assert-never';
import type { BankDescription, ModelConfig, RunConfig } from '../core/schemas/run';
import { methods } from '../core/search/methods';
import { kindReport } from './kinds';
import type { LoadedRun } from './load-run';
import { plural } from '../core/words/plural';
import { percentText } from './number-text';
import { terminalLine } from './terminal-safe';

/**
 * What must be said beside every figure of a run: for answers that no model gave to these prompts, what they are and
 * what such a run can show; for any run, what makes it hard to compare. Part of tables and of run.json.
 */
export function runStatements(run: LoadedRun): readonly string[] {
  const { record, summary } = run;
  return [
    ...gradingStatements(record.config),
    ...levelStatements(record.config),
    ...modelStatements(record.config),
    ...answerStatements(summary, record.config),
    ...kindReport(record.config.kind).statements(record.config, run.summary),
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

function modelStatements({ method, model }: RunConfig): readonly string[] {
  switch (model.kind) {
    case 'endpoint':
      return [];
    case 'recorded':
      return [
        'Recorded answers are programs that real models once wrote, not answers to these prompts. Such a run ' +
          'compares stopping, verification, selection and (to the share stated) repair on real programs; it ' +
          'says nothing about any one model.',
        ...bankStatements(model, method),
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
        ...bankStatements(model, method),
      ];
    case 'none':
      return ['No model was asked.'];
    default:
      return assertNever(model.kind);
  }
}

function bankStatements(
  { kind, bank, bankModel, criticAccuracy }: ModelConfig,
  method: string,
): readonly string[] {
  // Of other methods, also those of other kinds, no critic is asked whether a program is right.
  const verifies = methods.get(method)?.roles.includes('critic-verification');
  return [
    ...(bank === undefined ? [] : describeBank(bank, bankModel)),
    ...(bank?.patches === undefined ? [] : [patchesStatement(kind, bank.patches)]),
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

function patchesStatement(
  kind: ModelConfig['kind'],
  { problems, located }: NonNullable<BankDescription['patches']>,
): string {
  if (kind === 'simulated') {
    return (
      'Its right patches are those of the task rows; its wrong ones are made of them, and nobody has graded them. ' +
      'Places are the lines that its patches change. It has no script that reproduces an issue.'
    );
  }
  return (
    'Its patches are whole answers, no first attempts: agents end with them after searches and tests of their own. ' +
    `Places are recorded for ${String(located)} of ${plural(problems, 'problem')}; for the others they are the lines that ` +
    'the patches change. No script that reproduces an issue is recorded, so the visible tests hold none.'
  );
}

function answerStatements(summary: RunSummary, { kind, model }: RunConfig): readonly string[] {
  const { debuggerShares: shares, repeatedDraws, verificationWithoutTruth } = summary;
  const neutral = Object.entries(summary.neutralValues).filter(([, count]) => count > 0);
  return [
    ...(shares === null
      ? []
      : [
          `${kindReport(kind).repairs} (${String(shares.answers)}): ${percentText(shares.recordedRepair)} recorded repairs that ` +
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
