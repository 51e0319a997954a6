import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { planRun } from '../../../lab/planning/plan-run';
import { runOptions } from '../../../lab/planning/run-options';
import { withStore } from '../../../lab/with-store';
import { findEnvironmentRun } from '../../../report/environments/load-repositories';
import { evaluationLines, evaluationOf } from '../../../report/environments/evaluation';
import { loadWholeRun } from '../../../report/load-run';
import { runDocument } from '../../../report/run-document';
import { runTableLines } from '../../../report/run-table';
import { action } from '../../command-context';
import { addFlags } from '../../request-flags';
import { parseRunFlags } from '../../run-flags';
import { followStarted } from '../../runs/follow-run';
import type { PrintRun } from '../../runs/print-run';
import { startOrLeave } from '../../runs/start-or-leave';

/** R2E's five samples of each instance. */
const sampled = { samples: '5' };
/** R2E's self-repair: a first program and five repairs, by what the harness says. */
const repaired = { samples: '1', maxRounds: '6', feedbackTests: 'same' };

/** `env evaluate`: a run on the instances of another one; `--json` gives its document with `evaluation`. */
export function registerEnvEvaluate(env: Command): void {
  const command = env
    .command('evaluate <run>')
    .summary('evaluate a model on the instances of a run')
    .description(
      'evaluate a model on the instances of a run, with any method: `run start --dataset env:RUN` with the settings of R2E.' +
        ' Methods that write one program take 5 samples; refine takes 1 sample of up to 6 programs and sees the harness output',
    );
  addFlags(command, runOptions, ['dataset'], {
    method: 'direct',
    samples: '5; with --method refine 1',
    maxRounds: '6',
    feedbackTests: 'same',
  })
    .option('--detach', 'return at once; the run continues in the background')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, { words, flags }) => {
        const dataset = await withStore(context, async (store) => {
          const { record } = await findEnvironmentRun(store, words[0] ?? '');
          return `env:${record.id}`;
        });
        const request = parseRunFlags({ ...usualOf(flags), dataset }, 'env evaluate');
        const plan = await planRun(request, context.settings);
        return withStore(context, async (store) => {
          const started = await startOrLeave(context, store, plan);
          return followStarted(context, store, started, {
            detach: flags['detach'] === true,
            print: printEvaluation,
          });
        });
      }),
    );
}

/** What is typed, and where nothing is, what R2E had. */
function usualOf(flags: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const typed = Object.entries(flags).filter(([, value]) => value !== undefined);
  const usual = flags['method'] === 'refine' ? repaired : sampled;
  return { method: 'direct', ...usual, ...Object.fromEntries(typed) };
}

const printEvaluation: PrintRun = async ({ output }, store, id) => {
  const run = await loadWholeRun(store, id);
  const evaluation = evaluationOf(run);
  for (const line of evaluationLines(evaluation)) output.print(line);
  output.print('');
  // Its interval takes samples of one instance for independent ones: what stands above does not.
  const said = evaluation.passAtK.length > 0 ? ['pass@1'] : [];
  for (const line of runTableLines(run, said)) output.print(line);
  output.result(asJson({ ...runDocument(run), evaluation }));
  return run.summary.completed === run.summary.total ? exitCodes.ok : exitCodes.failures;
};
