import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import type { ExitCode } from '../../../core/errors/errors';
import type { AttemptRecord, RunRecord, Store } from '../../../core/ports/records';
import { checkOf } from '../../../core/tasks/check-of';
import { findRun } from '../../../report/load-run';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import type { StoredVerdict } from '../../../sandbox';
import { withStore } from '../../../lab/with-store';
import { action, type CommandContext } from '../../command-context';
import { wholeFlag } from '../../parse-number';
import {
  sandboxSettings,
  withSandbox,
  withSandboxFlags,
  type SandboxFlags,
} from '../../with-sandbox';

interface VerifyFlags extends SandboxFlags {
  readonly replay?: string;
}

export function registerSandboxVerify(
  parent: Command,
  /** Where programs run; another place in tests. */
  within: typeof withSandbox = withSandbox,
): void {
  withSandboxFlags(
    parent
      .command('verify [run]')
      .description(
        'grade a selection of the stored verdicts again; exit 1 if one differs or has no provenance',
      )
      .option('--replay <n>', 'number of verdicts to grade again', '200'),
  ).action(
    action<VerifyFlags>(async (context, { flags, words }) => {
      sandboxSettings(context, flags);
      const count = wholeFlag('replay', flags.replay, 200);
      return withStore(context, async (store) => {
        const verdicts = await storedVerdicts(store, words[0]);
        return verify(context, verdicts, { flags, count, within });
      });
    }),
  );
}

/** @throws UsageError when there is no such run, or nothing to verify */
async function storedVerdicts(
  store: Store,
  id: string | undefined,
): Promise<readonly StoredVerdict[]> {
  const runs = id === undefined ? await store.runs.runs() : [await findRun(store, id)];
  const verdicts: StoredVerdict[] = [];
  for (const run of runs) {
    for await (const { attempts } of store.runs.pages(run.id)) {
      for (const attempt of attempts) verdicts.push(...verdictsOf(store, run, attempt));
    }
  }
  if (verdicts.length > 0) return verdicts;
  throw new UsageError(
    `${id === undefined ? 'the store' : `run ${terminalLine(id)}`} holds no verdicts`,
    'Start a run: espalier run start --help',
    { code: 'NO_VERDICTS' },
  );
}

function verdictsOf(
  store: Store,
  run: RunRecord,
  attempt: AttemptRecord,
): readonly StoredVerdict[] {
  const { result, problem: id, sample } = attempt;
  if (result === null) return [];
  return result.graded.map(({ program, outcome }) => ({
    name: `${run.id} ${id}#${sample} ${program.slice(0, 12)}`,
    kind: outcome.kind,
    provenance: result.provenance,
    check: async (terms) => {
      const dataset = run.config.dataset.sha256;
      const problem = await store.problems.problem(dataset, id);
      const hidden = await store.problems.hidden(dataset, id);
      const { grading } = run.config;
      return checkOf(problem, hidden, await store.blobs.get(program), { ...terms, grading });
    },
  }));
}

async function verify(
  context: CommandContext,
  verdicts: readonly StoredVerdict[],
  {
    flags,
    count,
    within,
  }: {
    readonly flags: SandboxFlags;
    readonly count: number;
    readonly within: typeof withSandbox;
  },
): Promise<ExitCode> {
  const { output } = context;
  const { isRegradable, missingProvenance, regradeVerdicts, sampleVerdicts } =
    await import('../../../sandbox/index.js');
  const bare = verdicts
    .map((verdict) => ({ name: verdict.name, missing: missingProvenance(verdict) }))
    .filter(({ missing }) => missing.length > 0);
  const regradable = verdicts.filter(isRegradable);
  const sample = sampleVerdicts(regradable, count);
  const unable = verdicts.length - regradable.length;
  return within({ context, flags }, async ({ retrying: sandbox, backend, slots }) => {
    const differences = await regradeVerdicts(sandbox, sample, {
      width: slots,
      onDone: (done) => output.progress([`${done}/${sample.length} graded again`]),
    });
    output.progressEnd([`${sample.length} of ${verdicts.length} verdicts graded again`]);
    const rows = [
      ...differences.map(({ name, stored, again }) => [
        'DIFFERS',
        terminalLine(name),
        `${stored}, now ${again}`,
      ]),
      ...bare
        .slice(0, 20)
        .map(({ name, missing }) => ['UNSAID', terminalLine(name), missing.join(', ')]),
    ];
    for (const line of textTable(rows)) output.print(line);
    output.print(
      `${sample.length} of ${verdicts.length} verdicts graded again by ${backend}: ${differences.length} differences;` +
        ` ${bare.length} without full provenance` +
        (unable === 0 ? '' : `, of which ${unable} cannot be graded again`),
    );
    output.result(
      asJson({
        provider: backend,
        verdicts: verdicts.length,
        replayed: sample.length,
        unable,
        differences,
        withoutProvenance: bare,
      }),
    );
    return differences.length + bare.length === 0 ? exitCodes.ok : exitCodes.failures;
  });
}
