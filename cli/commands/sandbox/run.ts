import { readFileSync, statSync } from 'node:fs';

import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { assertNever } from '../../../core/values/assert-never';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import type { ExitCode } from '../../../core/errors/errors';
import { boxLimit, usualMemoryMb } from '../../../core/grading/box-limit';
import { outputRules } from '../../../core/grading/compare-output';
import { judgeScript, type ExpectedOutput } from '../../../core/grading/judge-script';
import {
  assuranceLevels,
  type Assurance,
  type BoxLimits,
  type ScriptResult,
  type TestOutcome,
} from '../../../core/schemas/verdict';
import { terminalLine, terminalSafe } from '../../../report/terminal-safe';
import { choiceFlag } from '../../choice-flag';
import { action, word, type CommandContext } from '../../command-context';
import { parseNumber } from '../../parse-number';
import {
  sandboxSettings,
  withSandbox,
  withSandboxFlags,
  type OpenedSandbox,
  type SandboxFlags,
} from '../../with-sandbox';

interface RunFlags extends SandboxFlags {
  readonly stdin?: string;
  readonly expect?: string;
  readonly compare?: string;
  readonly cpu?: string;
  readonly wall?: string;
  readonly memory?: string;
  readonly repeat?: string;
  readonly seed?: string;
  readonly entry?: string;
  readonly test?: string;
  readonly assurance?: string;
}

const defaultCpuSeconds = 10;
const usualRule = 'lines';
const usualRepeats = 1;
const usualSeed = 0;
const usualAssurance = 'data';
const longestSeconds = 3_600;
const largestInputBytes = 16 * 1024 * 1024;
const mostRepeats = 100_000;

export function registerSandboxRun(
  parent: Command,
  /** Where programs run; another place in tests. */
  within: typeof withSandbox = withSandbox,
): void {
  withSandboxFlags(
    parent
      .command('run <file>')
      .description(
        'run a program once as __main__, or test it with --entry and --test; exit 1 if it fails',
      )
      .option('--stdin <file>', 'file with the standard input')
      .option('--expect <file>', 'file with the expected standard output; gives a verdict')
      .option(
        '--compare <rule>',
        `how to compare outputs: ${outputRules.join(', ')} (default: ${usualRule})`,
      )
      .option(
        '--cpu <seconds>',
        `CPU time limit of all its processes together (default: ${String(defaultCpuSeconds)})`,
      )
      .option('--wall <seconds>', 'wall-clock limit (default: 5 x CPU, at least 5)')
      .option(
        '--memory <mb>',
        `address space limit of a process, in MiB (default: ${String(usualMemoryMb)})`,
      )
      .option(
        '--repeat <n>',
        `run it n times and count the distinct outputs (default: ${String(usualRepeats)})`,
      )
      .option('--seed <n>', `seed of random numbers (default: ${String(usualSeed)})`)
      .option('--entry <name>', 'name of the function that the test calls')
      .option('--test <file>', 'Python test file; it passes if it raises nothing')
      .option(
        '--assurance <level>',
        `assurance level of the test: ${usualAssurance} (default), objects or shared`,
      ),
  ).action(
    action<RunFlags>(async (context, call) => {
      const { flags } = call;
      sandboxSettings(context, flags);
      const program = readBytes('program', word(call, 0));
      const limits = limitsOf(flags);
      const seed = parseNumber('seed', flags.seed, { least: 0, whole: true }) ?? usualSeed;
      const repeat =
        parseNumber('repeat', flags.repeat, { least: 1, most: mostRepeats, whole: true }) ??
        usualRepeats;
      const task = { program, limits, seed };
      if (flags.entry !== undefined || flags.test !== undefined) {
        refuseUnused(flags, ['stdin', 'expect', 'compare', 'repeat'], 'a check with --entry');
        const check = flaggedCheck(flags);
        return within({ context, flags }, (opened) =>
          runCheck(context, opened, { ...task, ...check }),
        );
      }
      refuseUnused(flags, ['assurance'], 'a run without --entry and --test');
      const stdin = flags.stdin === undefined ? '' : readBytes('--stdin', flags.stdin);
      const expected = expectedOf(flags);
      return within({ context, flags, wish: { slots: 1 } }, (opened) =>
        runScript(context, opened, { ...task, stdin, expected, repeat }),
      );
    }),
  );
}

/** A flag that would change nothing says something else than the person means. */
function refuseUnused(flags: RunFlags, names: readonly (keyof RunFlags)[], what: string): void {
  const unused = names.find((name) => flags[name] !== undefined);
  if (unused === undefined) return;
  throw new UsageError(`--${unused} means nothing to ${what}`, 'Leave it out', {
    code: 'BAD_FLAG',
  });
}

/** The whole of a regular file of at most 16 MiB: a device or a pipe may never end. */
function readBytes(what: string, file: string): Buffer {
  const facts = statSync(file, { throwIfNoEntry: false });
  const why =
    facts === undefined
      ? 'does not exist'
      : facts.isDirectory()
        ? 'is a folder'
        : !facts.isFile()
          ? 'is no regular file'
          : facts.size > largestInputBytes
            ? `has ${facts.size} bytes, more than the ${largestInputBytes} a program is given`
            : null;
  if (why !== null) throw unusable(what, file, why);
  try {
    return readFileSync(file);
  } catch (cause) {
    const { code = 'unreadable' } = cause as NodeJS.ErrnoException;
    throw unusable(what, file, `cannot be read (${code})`);
  }
}

function unusable(what: string, file: string, why: string): UsageError {
  return new UsageError(`${what}: ${file} ${why}`, 'Give the path of a file', {
    code: 'BAD_FILE',
  });
}

function limitsOf(flags: RunFlags): BoxLimits {
  const range = { least: 0.01, most: longestSeconds };
  const cpuSeconds = parseNumber('cpu', flags.cpu, range) ?? defaultCpuSeconds;
  const wall = parseNumber('wall', flags.wall, range);
  const memoryMb = parseNumber('memory', flags.memory, { least: 32, most: 1 << 20, whole: true });
  const limits = boxLimit({ cpuSeconds, memoryMb });
  return wall === undefined ? limits : { ...limits, wallMs: Math.round(wall * 1000) };
}

function flaggedCheck({ entry, test, assurance }: RunFlags): {
  readonly entryPoint: string;
  readonly test: string;
  readonly assurance: Assurance;
} {
  const level = choiceFlag('--assurance', assurance ?? usualAssurance, assuranceLevels);
  if (entry === undefined || test === undefined) {
    const missing = entry === undefined ? '--entry' : '--test';
    throw new UsageError(`${missing} is missing`, 'A check has both: --entry NAME --test FILE');
  }
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(entry)) {
    throw new UsageError(
      `--entry ${JSON.stringify(entry)} is no name`,
      'Give a function of the program',
      {
        code: 'BAD_FLAG',
      },
    );
  }
  return { entryPoint: entry, test: readBytes('--test', test).toString('utf8'), assurance: level };
}

function expectedOf({ expect, compare }: RunFlags): ExpectedOutput | null {
  const kind = compare === undefined ? usualRule : choiceFlag('--compare', compare, outputRules);
  if (expect !== undefined) {
    return { stdout: readBytes('--expect', expect).toString('utf8'), rule: { kind } };
  }
  if (compare === undefined) return null;
  throw new UsageError('--compare has nothing to compare with', 'Give --expect FILE as well', {
    code: 'BAD_FLAG',
  });
}

async function runCheck(
  { output }: CommandContext,
  { retrying: sandbox }: OpenedSandbox,
  task: {
    readonly program: Buffer;
    readonly limits: BoxLimits;
    readonly seed: number;
  } & ReturnType<typeof flaggedCheck>,
): Promise<ExitCode> {
  const { test, ...rest } = task;
  const result = await sandbox.check({ ...rest, trustedSetup: '', tests: [test] });
  const [outcome] = result.outcomes;
  if (outcome === undefined) output.print('no outcome');
  else printVerdict(output, outcome);
  output.result(asJson(result));
  return outcome?.kind === 'passed' ? exitCodes.ok : exitCodes.failures;
}

function printVerdict(output: CommandContext['output'], outcome: TestOutcome): void {
  const { kind, assurance, handles, cpuMs, error, actual } = outcome;
  const worth = handles === true ? `${assurance}, handles used` : assurance;
  output.print(`${kind}, ${worth}, ${cpuMs.toFixed(0)} ms of CPU`);
  if (error !== undefined) output.printExactly(terminalSafe(error));
  if (actual !== undefined) output.printExactly(`it gave: ${terminalSafe(actual)}`);
}

interface ScriptWork {
  readonly program: Buffer;
  readonly limits: BoxLimits;
  readonly seed: number;
  readonly stdin: string | Buffer;
  readonly expected: ExpectedOutput | null;
  readonly repeat: number;
}

async function runScript(
  { output }: CommandContext,
  { retrying: sandbox }: OpenedSandbox,
  { expected, repeat, ...task }: ScriptWork,
): Promise<ExitCode> {
  const result = await sandbox.run(task);
  const seen = new Set([outputOf(result)]);
  for (let run = 1; run < repeat; run += 1) seen.add(outputOf(await sandbox.run(task)));
  const { stdout, stderr, end, wallMs, cpuMs } = result;
  if (stdout.text !== '') output.printExactly(terminalSafe(stdout.text).replace(/\n$/, ''));
  if (stderr.text !== '' && !output.json) output.note(terminalSafe(stderr.text).replace(/\n$/, ''));
  output.print(
    `${endText(end)}; ${wallMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU${streamsText(result)}`,
  );
  const verdict = expected === null ? null : judgeScript(result, expected);
  if (verdict !== null) printVerdict(output, { ...verdict, actual: undefined });
  if (repeat > 1)
    output.print(`${repeat} runs, ${seen.size} distinct output${seen.size === 1 ? '' : 's'}`);
  output.result(asJson({ ...result, verdict, runs: repeat, distinct: seen.size }));
  const { kind } = verdict ?? judgeScript(result, null);
  return kind === 'passed' && seen.size === 1 ? exitCodes.ok : exitCodes.failures;
}

function outputOf({ end, stdout, stderr }: ScriptResult): string {
  return JSON.stringify([end, stdout, stderr]);
}

function endText(end: ScriptResult['end']): string {
  switch (end.kind) {
    case 'exited':
      return `exited with ${end.code}`;
    case 'timed-out':
      return `timed-out (${end.cause})`;
    case 'killed-by-signal':
      return `killed-by-signal ${terminalLine(end.signal)}`;
    case 'memory-limit':
    case 'output-limit':
      return end.kind;
    default:
      return assertNever(end);
  }
}

function streamsText({ stdout, stderr }: ScriptResult): string {
  return [stdout, stderr]
    .map(({ truncated, bytes }, index) =>
      truncated
        ? `; ${bytes} bytes on ${index === 0 ? 'stdout' : 'stderr'}, of which head and tail are kept`
        : '',
    )
    .join('');
}
