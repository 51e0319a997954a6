import type { Command } from 'commander';

import { exitCodes } from '../../../core/errors/errors';
import { isOfKind } from '../../../core/kinds/of-kind';
import { asJson } from '../../../core/values/canonical-json';
import { countText } from '../../../core/words/plural';
import { datasetOptions, DatasetRequestSchema } from '../../../lab/building/dataset-request';
import { datasetPrices } from '../../../lab/building/dataset-prices';
import type { NamedPrice } from '../../../lab/building/dataset-prices';
import { estimateDataset } from '../../../lab/building/estimate-dataset';
import { planDataset } from '../../../lab/building/plan-dataset';
import { withStore } from '../../../lab/with-store';
import { usdText } from '../../../report/number-text';
import { textTable } from '../../../report/text-table';
import { action, word } from '../../command-context';
import { addFlags, readFlags } from '../../request-flags';

/** `dataset plan`: `--json` gives `{run, total, methods, prices, batched}`. */
export function registerDatasetPlan(parent: Command): void {
  const command = parent
    .command('plan <recipe>')
    .summary('say what a data set would cost')
    .description(
      'read the sources and say how many rows each method gets and how many model calls, tokens and dollars that takes. No model is asked. Rows that an earlier run of the same rules finished, for example with --limit 50, serve as the sample; their answers are not paid for again',
    );
  addFlags(command, datasetOptions, ['concurrency', 'reuse', 'fresh'])
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, call) => {
        const typed = { recipe: word(call, 0), ...call.flags };
        const request = readFlags(DatasetRequestSchema, typed, 'dataset plan --help');
        return withStore(context, async (store) => {
          const { id, config } = await planDataset(context, store, request);
          if (!isOfKind(config, 'dataset')) throw new RangeError(`${id} does not make a data set`);
          const { methods, batched } = await estimateDataset(store, config);
          const { output } = context;
          const prices = await datasetPrices(config);
          const rows = methods.map(({ method, rows, calls, tokens, costUsd, sampled }) => [
            ...[
              method,
              countText(rows),
              `${sampled === 0 ? 'at most ' : 'about '}${countText(calls)}`,
            ],
            tokens === null ? 'unknown' : `about ${countText(tokens)}`,
            costUsd === null ? 'unknown' : `about ${usdText(costUsd)}`,
            sampled === 0 ? 'the rules' : `${countText(sampled)} finished rows`,
          ]);
          const head = ['method', 'rows', 'calls', 'tokens', 'cost', 'from'];
          for (const line of textTable([head, ...rows])) output.print(line);
          for (const { model, price } of prices) output.print(`${model}: ${priceText(price)}`);
          if (methods.some(({ calls, sampled }) => calls > 0 && sampled === 0)) {
            output.print(
              'For better figures build a sample first: `dataset build` with --limit 50. Its answers are used again.',
            );
          }
          const stages = Object.entries(batched);
          if (stages.length > 0) {
            const parts = stages.map(([stage, calls]) => `${stage} ${countText(calls)}`);
            output.print(
              `Of these, at most ${parts.join(', ')} go through batches, at half the price. Costs above come from rows that used batches, too.`,
            );
          }
          const total = config.problems.length;
          output.result(asJson({ run: id, total, methods, prices, batched }));
          return exitCodes.ok;
        });
      }),
    );
}

function priceText(price: NamedPrice['price']): string {
  if (price === null) return 'its price is unknown';
  const { inputUsd, outputUsd, asOf } = price;
  return `$${String(inputUsd)} per million tokens read, $${String(outputUsd)} written (${asOf})`;
}
