import type { Command } from 'commander';

import { cacheFolder } from '../../../config/state-folder';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import type { ExitCode } from '../../../core/errors/errors';
import { loadRecorded, loadReferences, referenceSets } from '../../../datasets';
import type { RecordedProgram, ReferenceProblem, ReferenceSet } from '../../../datasets';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { action, type CommandContext } from '../../../cli/command-context';
import { wordsFlag } from '../../../cli/list-flag';
import { parseNumber } from '../../../cli/parse-number';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import {
  countGroups,
  parityFindings,
  type ComparedSubject,
  type ParityFinding,
} from '../parity/compare';
import { runParity, runRecorded } from '../parity/run-parity';
import { withTrial, type Trial } from '../with-trial';

interface ParityFlags extends SandboxFlags {
  readonly set: string;
  readonly data?: string;
  readonly mutants: string;
  readonly bank?: readonly string[];
  readonly bankOnly?: boolean;
}

interface LoadedSet {
  readonly set: ReferenceSet;
  readonly problems: readonly ReferenceProblem[];
}

export function registerParity(parent: Command): void {
  withSandboxFlags(
    parent
      .command('parity')
      .description(
        'whether grading, at the level of each reference, says what direct execution says; exit 1 at an unexplained difference',
      )
      .option('--set <a,b>', referenceSets.join(','), 'humaneval')
      .option('--data <folder>', 'with the published files; needed for the plus sets')
      .option('--mutants <n>', 'changed programs per problem', '1')
      .option('--bank <file...>', 'recorded programs of these problems, .jsonl or .jsonl.gz')
      .option('--bank-only', 'the recorded programs alone'),
  ).action(
    action<ParityFlags>(async (context, { flags }) => {
      sandboxSettings(context, flags);
      const mutants =
        parseNumber('mutants', flags.mutants, { least: 0, most: 20, whole: true }) ?? 1;
      const wanted = wordsFlag('--set', flags.set, referenceSets);
      // What was typed comes before what may have to be fetched.
      if (flags.bankOnly === true && flags.bank === undefined) {
        throw new UsageError('--bank-only without a bank compares nothing', 'Add --bank FILE', {
          code: 'BAD_FLAG',
        });
      }
      const banks: { file: string; rows: readonly RecordedProgram[] }[] = [];
      for (const file of flags.bank ?? []) banks.push({ file, rows: await loadRecorded(file) });
      const sets: LoadedSet[] = [];
      for (const set of wanted) {
        const cacheDir = cacheFolder(context.settings);
        sets.push({ set, problems: await loadReferences({ set, folder: flags.data, cacheDir }) });
      }
      return withTrial({ context, flags }, async (trial) => {
        const started = Date.now();
        const parts = await compareAll(context, trial, {
          sets: flags.bankOnly === true ? [] : sets,
          banks,
          problems: sets.flatMap(({ problems }) => problems),
          mutants,
        });
        return report(context, trial, { parts, seconds: (Date.now() - started) / 1000 });
      });
    }),
  );
}

interface Part {
  readonly name: string;
  readonly compared: readonly ComparedSubject[];
}

interface Work {
  readonly sets: readonly LoadedSet[];
  readonly banks: readonly { readonly file: string; readonly rows: readonly RecordedProgram[] }[];
  readonly problems: readonly ReferenceProblem[];
  readonly mutants: number;
}

async function compareAll(
  { output }: CommandContext,
  { retrying: sandbox, slots }: Trial,
  { sets, banks, problems, mutants }: Work,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  const options = (
    name: string,
  ): {
    sandbox: typeof sandbox;
    width: number;
    onProgress: (what: string, done: number, total: number) => void;
  } => ({
    sandbox,
    width: slots,
    onProgress: (what, done, total) => output.progress([`${name}: ${done}/${total} ${what}`]),
  });
  for (const { set, problems: own } of sets) {
    parts.push({ name: set, compared: await runParity(own, { ...options(set), mutants }) });
    output.progressEnd([`${set}: done`]);
  }
  for (const bank of banks) {
    parts.push({
      name: bank.file,
      compared: await runRecorded(bank, problems, options(bank.file)),
    });
    output.progressEnd([`${bank.file}: done`]);
  }
  return parts;
}

async function report(
  { output }: CommandContext,
  { backend }: Trial,
  { parts, seconds }: { readonly parts: readonly Part[]; readonly seconds: number },
): Promise<ExitCode> {
  const counted = parts.map(({ name, compared }) => ({
    name,
    groups: countGroups(compared),
    findings: parityFindings(compared),
  }));
  const rows = counted.flatMap(({ name, groups }) =>
    groups.map(({ group, programs, passed, equal }) => [
      name,
      group,
      String(programs),
      String(passed),
      String(equal),
    ]),
  );
  for (const line of textTable([['set', 'programs', 'number', 'passed', 'equal'], ...rows]))
    output.print(line);
  const findings = counted.flatMap((one) => one.findings);
  if (findings.length > 0) output.print('');
  for (const line of findings.flatMap(findingLines)) output.print(line);
  const open = findings.filter(({ why }) => why === null).length;
  output.print(
    `\n${findings.length - open} listed exceptions, ${open} unexplained; ${backend}, ${seconds.toFixed(0)} s`,
  );
  output.result(asJson({ provider: backend, seconds, unexplained: open, sets: counted }));
  return open === 0 ? exitCodes.ok : exitCodes.failures;
}

function findingLines({
  name,
  finding,
  level,
  graded,
  shared,
  why,
}: ParityFinding): readonly string[] {
  const text = ({ kind, error }: ParityFinding['graded']): string =>
    `${kind}${error === null ? '' : `: ${terminalLine(error).slice(-300)}`}`;
  return [
    `${why === null ? 'FINDING' : 'listed '}  ${name}: ${finding}${why === null ? '' : ` (${why})`}`,
    `         ${level.padEnd(7)} ${text(graded)}`,
    `         shared  ${text(shared)}`,
  ];
}
