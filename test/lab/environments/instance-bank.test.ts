import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { HarnessRun, HarnessTask, Sandbox } from '../../../core/adapters/sandbox';
import { instanceBank } from '../../../lab/environments/instance-bank';
import type { InstanceBank } from '../../../lab/environments/instance-bank';
import { checkBankFile, writeBank } from '../../../lab/environments/write-bank';
import { acceptedOf } from '../../../report/environments/export/export-environments';
import {
  findEnvironmentRun,
  loadRepositories,
} from '../../../report/environments/load-repositories';
import { outOfWall, scriptedJobs } from '../../activities/environment/scripted-jobs';
import type { ScriptedJob } from '../../activities/environment/scripted-jobs';
import { answeringSandbox, provenanceOf } from '../../fakes/answering-sandbox';
import { runId, smallEnvironment } from '../../report/environments/small-environment';

type End = HarnessRun['end']['kind'];

/** Cells in which programs come to these ends, first beside others, then alone. */
function gradingAs(ends: Readonly<Record<string, readonly [End, End?]>>): Sandbox {
  return {
    ...answeringSandbox({}),
    harness: async ({ program, alone, seed, limits }: HarnessTask): Promise<HarnessRun> => {
      const kind = ends[program.trim()]?.[alone === true ? 1 : 0];
      if (kind === undefined) throw new RangeError(`${program} was not to be run so`);
      const provenance = provenanceOf({ seed, limits });
      return { end: { kind }, parts: [[]], cpuMs: 1, timeSensitive: false, provenance };
    },
  };
}

const made = (texts: object): ScriptedJob => ({ end: { kind: 'finished', record: { ...texts } } });

async function bankOf(
  ends: Parameters<typeof gradingAs>[0],
  jobs: readonly ScriptedJob[],
): Promise<InstanceBank> {
  const store = await smallEnvironment();
  const repositories = await loadRepositories(store, await findEnvironmentRun(store, runId));
  const [built] = await acceptedOf(store, repositories);
  if (built === undefined) throw new Error('nothing was accepted');
  const part = { source: '', cases: ['case_0'], blobs: {}, expected: [] };
  const graded = { format: 1 as const, parts: [part], shown: [] };
  const places = { host: scriptedJobs(jobs).host, sandbox: gradingAs(ends) };
  const banks: InstanceBank[] = [];
  for await (const bank of instanceBank([{ ...built, graded }], places)) banks.push(bank);
  const [bank, ...more] = banks;
  if (bank === undefined || more.length > 0) throw new Error('one instance has one bank');
  return bank;
}

const programsOf = ({ entries }: InstanceBank): unknown =>
  entries.map(({ passed, line }) => [(line as { program: string }).program.trim(), passed]);

describe('a bank', () => {
  it('has what a program that was stopped comes to alone, and not what stays doubtful', async () => {
    const bank = await bankOf(
      {
        right: ['timed-out', 'ran'],
        endless: ['timed-out', 'timed-out'],
        survivor: ['timed-out', 'ran'],
        wrong: ['raised'],
        unclear: ['memory-limit', 'timed-out'],
        killed: ['killed-by-signal', 'ran'],
      },
      [
        made({
          right: ['right'],
          wrong: ['endless', 'survivor', 'wrong', 'unclear', 'killed'],
        }),
      ],
    );
    expect(programsOf(bank)).toEqual([
      ['right', true],
      ['endless', false],
      ['wrong', false],
    ]);
    expect(bank.doubtful).toBe(2);
  });

  it('is made of programs that are thought of again where the machine stopped that', async () => {
    const jobs = [{ end: outOfWall }, made({ right: ['right'], wrong: [] })];
    expect(programsOf(await bankOf({ right: ['ran'] }, jobs))).toEqual([['right', true]]);
    await expect(bankOf({}, [{ end: outOfWall }, { end: outOfWall }])).rejects.toMatchObject({
      code: 'JOB_STOPPED',
    });
  });
});

describe('the file of a bank', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bank-'));
    file = join(folder, 'bank.jsonl');
    writeFileSync(file, 'an earlier bank\n');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const bank: InstanceBank = {
    entries: [
      { passed: true, line: { n: 1 } },
      { passed: false, line: { n: 2 } },
    ],
    doubtful: 3,
  };

  it('stays as it was until the new one is whole', async () => {
    const broken = async function* () {
      yield bank;
      throw new Error('the machine went away');
    };
    await checkBankFile(file);
    await expect(writeBank(file, broken(), () => undefined)).rejects.toThrow('went away');
    expect(readFileSync(file, 'utf8')).toBe('an earlier bank\n');

    const whole = async function* () {
      yield bank;
      expect(readFileSync(file, 'utf8')).toBe('an earlier bank\n');
      yield { entries: [], doubtful: 1 };
    };
    const tally = await writeBank(file, whole(), () => undefined);
    expect(tally).toEqual({ problems: 1, right: 1, wrong: 1, doubtful: 4 });
    expect(readFileSync(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
    expect(readdirSync(folder)).toEqual(['bank.jsonl']);
  });

  it.each(['', 'none/bank.jsonl'])('is refused where it cannot be: %j', async (name) => {
    await expect(checkBankFile(join(folder, name))).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
    });
  });
});
