import type { Command } from 'commander';

import { isOfKind } from '../../../core/kinds/of-kind';
import { checkEmbedder } from '../../../lab/building/check-embedder';
import { datasetOptions, DatasetRequestSchema } from '../../../lab/building/dataset-request';
import { planDataset } from '../../../lab/building/plan-dataset';
import { withStore } from '../../../lab/with-store';
import { action, word } from '../../command-context';
import { addFlags, readFlags } from '../../request-flags';
import { followStarted } from '../../runs/follow-run';
import { startOrLeave } from '../../runs/start-or-leave';

export function registerDatasetBuild(parent: Command): void {
  const command = parent
    .command('build <recipe>')
    .summary('make dialogues for training out of instructions')
    .description(
      'make a data set of dialogues as a recipe says (YAML or JSON): read the sources, rate and filter their rows, write dialogues with models and real executions, and ask the gates. `dataset export` writes the files',
    );
  addFlags(command, datasetOptions)
    .option('--detach', 'return at once; the run continues in the background')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, call) => {
        const typed = { recipe: word(call, 0), ...call.flags };
        const request = readFlags(DatasetRequestSchema, typed, 'dataset build --help');
        return withStore(context, async (store) => {
          const plan = await planDataset(context, store, request);
          if (isOfKind(plan.config, 'dataset')) await checkEmbedder(context, plan.config);
          const started = await startOrLeave(context, store, plan);
          const detach = call.flags['detach'] === true;
          return followStarted(context, store, started, { detach });
        });
      }),
    );
}
