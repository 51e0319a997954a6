import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { withStore } from '../../../lab/with-store';
import { funnelDocument } from '../../../report/environments/funnel-document';
import { funnelLines } from '../../../report/environments/funnel-lines';
import {
  findEnvironmentRun,
  loadRepositories,
} from '../../../report/environments/load-repositories';
import { idMeant } from '../../../report/environments/shortened-id';
import { whyLines } from '../../../report/environments/why-lines';
import { action, word } from '../../command-context';

/** `env funnel`: `--json` gives a `FunnelDocument`. */
export function registerEnvFunnel(env: Command): void {
  env
    .command('funnel <run> [repository]')
    .description(
      'count the outcomes of all functions, stage by stage, with the rates of R2E for comparison',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action((context, call) =>
        withStore(context, async (store) => {
          const run = await findEnvironmentRun(store, word(call, 0));
          const all = await loadRepositories(store, run);
          const [, given] = call.words;
          const wanted =
            given === undefined
              ? null
              : idMeant(
                  all.map(({ id }) => id),
                  given,
                  {
                    what: 'repository',
                    code: { unknown: 'REPOSITORY_UNKNOWN', ambiguous: 'REPOSITORY_AMBIGUOUS' },
                    remedy: 'Leave it out to see the repositories of the run',
                  },
                );
          const chosen = all.filter(({ id }) => wanted === null || id === wanted);
          const document = await funnelDocument(store, run, chosen);
          for (const line of funnelLines(document, context.output.columns))
            context.output.print(line);
          const why = whyLines(chosen);
          for (const line of why.length === 0 ? [] : ['', ...why]) context.output.print(line);
          context.output.result(asJson(document));
          return exitCodes.ok;
        }),
      ),
    );
}
