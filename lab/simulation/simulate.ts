import { extractionVersion } from '../../core/agents/extraction-version';
import { UsageError } from '../../core/errors/errors';
import { gradingVersion } from '../../core/grading/grading-version';
import type { GradingTerms } from '../../core/schemas/graded-bank';
import type { BankDescription } from '../../core/schemas/run';
import { gridPointsOf } from '../../core/simulation/grid-point';
import { summarise } from '../../core/simulation/summarise';
import type { SimulationSummary } from '../../core/simulation/summarise';
import { presets } from '../../core/work/presets';
import type { PresetName } from '../../core/work/presets';
import type { LabContext } from '../lab-context';
import { makeStateFolder } from '../make-state-folder';
import { planRun } from '../planning/plan-run';
import type { PlannedRun } from '../planning/plan-run';
import { checkRunRequest } from '../planning/run-request';
import type { CheckedSimulation } from './simulation-request';

/** What a simulation came to, with all that decided it. */
export interface Simulation extends SimulationSummary {
  readonly dataset: { readonly name: string; readonly sha256: string };
  readonly model: {
    readonly kind: string;
    readonly bank: BankDescription;
    readonly bankModel: string | null;
    readonly competence: number | null;
  };
  readonly preset: PresetName | null;
  readonly seeds: readonly number[];
  /** Problems that every grid point was simulated on. */
  readonly problems: number;
  /** Problems of the selection that no grid point was simulated on. */
  readonly leftOut: readonly { readonly problem: string; readonly why: string }[];
}

export interface SimulateOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (
    phase: 'grading' | 'simulating',
    progress: { readonly done: number; readonly total: number },
  ) => void;
}

/**
 * Runs methods over a bank: each grid point and seed comes to what the run with that configuration would come to, without
 * engine, model server and, once the bank is graded, sandbox.
 * @throws UsageError naming the flag or file, what is wrong with it and what to do; NotReadyError when programs have to be
 * graded and there is no sandbox
 */
export async function simulate(
  context: LabContext,
  request: CheckedSimulation,
  { signal, onProgress }: SimulateOptions,
): Promise<Simulation> {
  const { widths = [null], depths = [null] } = request;
  const answers = request.preset === undefined ? undefined : presets[request.preset].answer;
  const points = gridPointsOf({ ...request, widths, depths, answers });
  const plan = await planSimulation(context, request);
  const { model, dataset, config } = plan;
  const { bank } = model.config;
  if (model.bankFiles === null || bank === undefined || !isOwn(model.config.kind)) {
    throw new UsageError('--model names no bank', 'Write recorded:<file>', {
      code: 'BANK_EMPTY',
    });
  }
  if (dataset.rows.some(({ problem }) => problem.kind === 'patch')) {
    throw new UsageError(
      `${dataset.name} has repository tasks: their patches cannot be simulated`,
      'Start runs of the methods: espalier sweep --method direct,code-tree --model recorded:<bank>',
    );
  }
  const wanted = new Set(config.problems);
  const bankModel = request.bankModel ?? null;
  const terms: Omit<GradingTerms, 'fingerprint'> = {
    format: 2,
    ...{ extraction: extractionVersion, grading: gradingVersion },
    ...{ bank: bank.sha256, bankModel, dataset: dataset.sha256, seed: 0 },
    ...{ limits: config.limits, assurance: config.assurance, problems: config.problems },
  };
  const { prepareBank, runSimulation } = await import('../../workers/index.js');
  await makeStateFolder(context.folder.root);
  const prepared = await prepareBank({
    settings: context.settings,
    folder: context.folder,
    bankFiles: model.bankFiles,
    rows: dataset.rows.filter(({ problem }) => wanted.has(problem.id)),
    terms,
    regrade: request.regrade,
    signal,
    onProgress: (done, total) => {
      onProgress('grading', { done, total });
    },
  });
  const leftOut = prepared.problems.flatMap(({ problem, leftOut: left }) =>
    left === null ? [] : [{ problem, why: left.why }],
  );
  const problems = prepared.problems.length - leftOut.length;
  if (problems === 0) throw nothingLeft(leftOut);
  const competence = model.config.competence ?? null;
  const tallies = await runSimulation({
    place: {
      ...{ kind: model.config.kind, bankFiles: model.bankFiles, bankModel, competence },
      table: prepared.table,
    },
    ...{ points, seeds: request.seeds, signal },
    ...(request.threads === undefined ? {} : { threads: request.threads }),
    onProgress: (done, total) => {
      onProgress('simulating', { done, total });
    },
  });
  return {
    dataset: { name: dataset.name, sha256: dataset.sha256 },
    model: { kind: model.config.kind, bank, bankModel, competence },
    preset: request.preset ?? null,
    seeds: request.seeds,
    problems,
    leftOut,
    ...summarise(points, tallies),
  };
}

/** The run of the first method stands for all: data set, problems and bank are the same. */
function planSimulation(context: LabContext, request: CheckedSimulation): Promise<PlannedRun> {
  const { dataset, model, methods, competence, bankModel } = request;
  const { limit, problems, skipMissing, visibleTests, assurance, preset } = request;
  const [method] = methods;
  return planRun(
    checkRunRequest({
      ...{ dataset, model, method, competence, bankModel },
      ...{ limit, problems, skipMissing, visibleTests, assurance, preset },
    }),
    context.settings,
  );
}

function isOwn(kind: string): kind is 'simulated' | 'recorded' {
  return kind === 'simulated' || kind === 'recorded';
}

function nothingLeft(leftOut: Simulation['leftOut']): UsageError {
  const [first] = leftOut;
  return new UsageError(
    `no problem can be simulated: ${first === undefined ? '' : `${first.problem}: ${first.why}`}`,
    'Choose other --problems, or a lower --assurance',
    { code: 'NOTHING_TO_SIMULATE' },
  );
}
