import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import type { Command } from 'commander';

import { UsageError } from '../../core/errors/errors';
import { resultForms } from '../../core/evaluation/result-forms';
import type { ResultForm } from '../../core/evaluation/result-forms';
import { isOfKind } from '../../core/kinds/of-kind';
import {
  evaluationOptions,
  EvaluationRequestSchema,
} from '../../lab/evaluation/evaluation-request';
import { planEvaluation } from '../../lab/evaluation/plan-evaluation';
import type { StartableRun } from '../../lab/runs/start-run';
import { withStore } from '../../lab/with-store';
import {
  holdsResults,
  makeResultFolder,
  resultFile,
  resultsExist,
  usualForms,
} from '../../report/evaluation/write-results';
import type { ResultsToWrite } from '../../report/evaluation/write-results';
import { action } from '../command-context';
import { addFlags, readFlags } from '../request-flags';
import { wordsFlag } from '../list-flag';
import { followStarted } from '../runs/follow-run';
import { printEvaluation } from '../runs/print-evaluation';
import { startOrLeave } from '../runs/start-or-leave';

export function registerEvaluate(parent: Command): void {
  const command = parent
    .command('evaluate <samples>')
    .summary('grade existing samples, without a model')
    .description(
      'grade existing samples, without a model. Accepts rows of completions or solutions (.jsonl, .jsonl.gz), EvalPlus' +
        ' folders and LiveCodeBench lists. Run the same command again to follow or continue the same run.' +
        ' Exit 1 if a sample has no verdict',
    );
  addFlags(command, evaluationOptions)
    .option('--output <folder>', 'folder for the result files (default: the folder of the samples)')
    .option(
      '--results <forms>',
      `formats of the result files to write: ${resultForms.join(', ')}, or none (default: the format of the tool that made the samples)`,
    )
    .option('--force', 'replace existing result files')
    .option('--detach', 'return at once; the run continues in the background')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, { words: [samples], flags: raw }) => {
        const request = readFlags(EvaluationRequestSchema, { ...raw, samples }, 'evaluate --help');
        const results = await resultsAsked(request.samples, raw);
        return withStore(context, async (store) => {
          const plan = await planEvaluation(context, store, request);
          if ((await store.runs.run(plan.id)) === null) await makeRoomFor(results, plan);
          const started = await startOrLeave(context, store, plan);
          return followStarted(context, store, started, {
            detach: raw['detach'] === true,
            print: printEvaluation(results),
          });
        });
      }),
    );
}

type AskedResults = Omit<ResultsToWrite, 'run'>;

/** @throws UsageError (`BAD_FLAG`) for forms that there are none of */
async function resultsAsked(
  samples: string,
  { output, results, force }: Readonly<Record<string, unknown>>,
): Promise<AskedResults> {
  const isFolder = await isFolderAt(samples);
  const usual = isFolder ? samples : dirname(resolve(samples));
  return {
    directory: resolve(typeof output === 'string' ? output : usual),
    isFolder,
    forms: typeof results === 'string' ? formsIn(results) : null,
    force: force === true,
  };
}

function formsIn(typed: string): readonly ResultForm[] {
  const words = wordsFlag('--results', typed, [...resultForms, 'none']);
  const forms = words.filter((one) => one !== 'none');
  if (forms.length === 0 || forms.length === words.length) return forms;
  throw new UsageError('--results names files, and none', 'Leave none out, or give it alone', {
    code: 'BAD_FLAG',
  });
}

async function isFolderAt(path: string): Promise<boolean> {
  // An unreadable path is reported when the samples are read.
  const facts = await stat(path).catch(() => null);
  return facts?.isDirectory() === true;
}

/** Fails before hours of work whose results could not be written. @throws UsageError (`RESULTS_EXIST`), (`RESULTS_NOT_WRITABLE`) */
async function makeRoomFor(
  { directory, isFolder, forms, force }: AskedResults,
  { config, dataset }: StartableRun,
): Promise<void> {
  if (!isOfKind(config, 'evaluation')) return;
  const files = forms ?? usualForms(config, dataset.rows);
  if (files.length > 0) await makeResultFolder(directory);
  for (const form of files) {
    const path = join(directory, resultFile(form, { name: config.evaluation.source, isFolder }));
    if (!force && (await holdsResults(path))) throw resultsExist(path);
  }
}
