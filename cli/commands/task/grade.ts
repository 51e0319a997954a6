import type { Command } from 'commander';

import {
  evaluationOptions,
  EvaluationRequestSchema,
} from '../../../lab/evaluation/evaluation-request';
import { planEvaluation } from '../../../lab/evaluation/plan-evaluation';
import { requireTasks } from '../../../lab/tasks/require-tasks';
import { withStore } from '../../../lab/with-store';
import { action } from '../../command-context';
import { addFlags, readFlags } from '../../request-flags';
import { followStarted } from '../../runs/follow-run';
import { noteLeftOut } from '../../runs/note-left-out';
import { printGraded } from '../../runs/print-graded';
import { startOrLeave } from '../../runs/start-or-leave';

/** Options of an evaluation that do not apply to patches. Tasks without a prediction are counted, so none must be left out. */
const foreign = ['allowMissing', 'sanitise', 'caseSeconds', 'testDetails', 'assurance'] as const;
const others = ['assuranceOf', 'scoreBadReferences'] as const;

/** `task grade`: an evaluation of patches. `--json` is that of `evaluate`, with the official files. */
export function registerTaskGrade(parent: Command): void {
  const command = parent
    .command('grade <predictions>')
    .summary('grade existing patches, without a model')
    .description(
      'grade existing patches, without a model. Accepts preds.json, JSON Lines of predictions, and folders of SWE-agent and' +
        ' mini-swe-agent. Run the same command again to follow or continue the same run. Exit 1 if a patch has no verdict',
    );
  addFlags(command, evaluationOptions, [...foreign, ...others])
    .option('--output <folder>', 'write the report and the logs as the SWE-bench harness does')
    .option('--detach', 'return at once; the run continues in the background')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, { words: [samples], flags }) => {
        const { output, detach, ...raw } = flags;
        const typed = { ...raw, samples, allowMissing: true };
        const request = readFlags(EvaluationRequestSchema, typed, 'task grade --help');
        return withStore(context, async (store) => {
          const plan = await planEvaluation(context, store, request);
          requireTasks(request.dataset, plan.dataset);
          noteLeftOut(context, plan);
          const started = await startOrLeave(context, store, plan);
          return followStarted(context, store, started, {
            detach: detach === true,
            print: printGraded(typeof output === 'string' ? output : null),
          });
        });
      }),
    );
}
