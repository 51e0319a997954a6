import type { Command } from 'commander';

import { sanitiserNames } from '../../core/evaluation/sanitisers/names';
import { gradingProfileNames } from '../../core/grading/profiles/names';
import { assuranceLevels } from '../../core/schemas/verdict';
import {
  evaluationDefaults,
  evaluationRanges,
  EvaluationRequestSchema,
} from '../../lab/evaluation/evaluation-request';
import { planEvaluation } from '../../lab/evaluation/plan-evaluation';
import { withStore } from '../../lab/with-store';
import { action } from '../command-context';
import { readFlags } from '../request-flags';
import { followStarted } from '../runs/follow-run';
import { startOrLeave } from '../runs/start-or-leave';

export function registerEvaluate(parent: Command): void {
  parent
    .command('evaluate <samples>')
    .description(
      "grade somebody's samples without a model: rows of completions or solutions (.jsonl, .jsonl.gz), EvalPlus folders," +
        ' LiveCodeBench lists. The same command names the same run: under way, this attaches to it; killed, it goes on.' +
        ' Exit 1 when a sample has no verdict',
    )
    .requiredOption('--dataset <name|file>', 'what the samples are for, as of a run')
    .option(
      '--grading <profile>',
      `verdicts as a tool has them: ${gradingProfileNames.join(', ')}`,
      evaluationDefaults.grading,
    )
    .option(
      '--case-seconds <s>',
      "least time of a test, of human-eval's whole (default: the tool's)",
    )
    .option('--test-details', 'try every test, also after one that was not passed')
    .option(
      '--sanitise <name>',
      `what is done to texts before: ${sanitiserNames.join(', ')}`,
      evaluationDefaults.sanitise,
    )
    .option('--allow-missing', 'grade what is there, though problems have no sample')
    .option(
      '--assurance <level>',
      `least level: ${assuranceLevels.join(', ')}; what needs a lower one is refused`,
      evaluationDefaults.assurance,
    )
    .option(
      '--concurrency <n>',
      'pages of samples at a time',
      String(evaluationDefaults.concurrency),
    )
    .option('--regrade', 'run every program again, whatever the cache holds')
    .option('--fresh <name>', 'a new run of the same configuration')
    .option('--detach', 'leave at once; the work goes on')
    .option('--json', 'one document on stdout')
    .action(
      action(async (context, { words: [samples], flags: raw }) => {
        const request = readFlags(
          EvaluationRequestSchema,
          { ...raw, samples },
          { ranges: evaluationRanges, help: 'evaluate --help' },
        );
        return withStore(context, async (store) => {
          const plan = await planEvaluation(context, store, request);
          context.output.note(`run ${plan.id}`);
          const started = await startOrLeave(context, store, plan);
          return followStarted(context, store, started, { detach: raw['detach'] === true });
        });
      }),
    );
}
