import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { parseRunFlags } from '../../../cli/run-flags';
import { readSettings } from '../../../config/settings';
import { planRun } from '../../../lab/planning/plan-run';
import { recordRun } from '../../../lab/runs/start-run';
import {
  clamp,
  repositoryId,
  runId,
  smallEnvironment,
} from '../../report/environments/small-environment';
import { dialogueResult } from '../../report/small-dialogues';
import { SmallRun } from '../../report/small-run';
import { inStore } from '../in-store';
import { useOwnHome } from '../sandbox/own-home';
import { runCommand } from '../sandbox/run-command';
import { documentOf, said } from '../said';

const own = useOwnHome();
const folder = (name: string): string => join(own.folder(), name);

beforeAll(async () => {
  process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
  process.env['OPENAI_BASE_URL'] = 'http://127.0.0.1:1/v1';
  process.env['OPENAI_API_KEY'] = 'sk-none';
  await inStore((store) => smallEnvironment({}, store));
});

/** Another state folder for the time of a body. */
async function elsewhere<T>(name: string, body: () => Promise<T>): Promise<T> {
  process.env['ESPALIER_HOME'] = folder(name);
  try {
    return await body();
  } finally {
    process.env['ESPALIER_HOME'] = own.home();
  }
}

describe('env list', () => {
  it('has the repositories, or the functions of the run that is named', async () => {
    const { code, lines } = await said('env', 'list');
    expect([code, lines]).toEqual([
      0,
      [
        'run repository status definitions candidates accepted rejected',
        `${runId} ${repositoryId} ok 4 3 1 1`,
      ],
    ]);
    const functions = await said('env', 'list', runId);
    expect(functions.lines.slice(1).map((line) => line.split(' ')[0])).toEqual([
      ...['filtered', 'accepted', 'rejected', 'waiting'],
    ]);
    expect(await documentOf('env', 'list')).toMatchObject([{ run: runId, candidates: 3 }]);
    expect(await documentOf('env', 'list', runId)).toHaveLength(4);
  });

  it('has the functions at the stage that is named alone', async () => {
    const { lines } = await said('env', 'list', runId, '--stage', 'rejected');
    expect(lines.slice(1)).toEqual(['rejected flaky(clock) pkg/m.py::clamp_all#1']);
    const accepted = await documentOf('env', 'list', runId, '--stage', 'accepted');
    expect(accepted).toMatchObject([{ id: clamp, stage: 'accepted' }]);
    const other = await said('env', 'list', runId, '--stage', 'best');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--stage "best"')]);
  });

  it('says how environments are made where there are none', async () => {
    const { code, lines } = await elsewhere('empty', () => said('env', 'list'));
    expect([code, lines]).toEqual([0, ['No environments yet: see `espalier env build --help`']]);
    const runs = await elsewhere('empty', () => said('run', 'list'));
    expect([runs.code, runs.lines]).toEqual([0, ['No runs yet: see `espalier run start --help`']]);
  });
});

describe('env funnel', () => {
  it('counts what became of the functions of a repository, which may be named shortly', async () => {
    const whole = await said('env', 'funnel', runId);
    expect(whole.code).toBe(0);
    expect(whole.lines).toEqual(
      expect.arrayContaining(['candidates 3', ' flaky(clock) -1', 'accepted 1']),
    );
    expect((await said('env', 'funnel', runId, 'tools')).lines).toEqual(whole.lines);
    expect(await documentOf('env', 'funnel', runId)).toMatchObject({ run: runId });
    const other = await said('env', 'funnel', runId, 'nix');
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining(`no repository nix: there are ${repositoryId}\n  Leave it out`),
    ]);
  });

  it('is how the commands of runs show such a run, which no verdicts belong to', async () => {
    const shown = await said('run', 'show', runId);
    expect(shown.lines).toEqual((await said('env', 'funnel', runId)).lines);
    expect((await said('run', 'list')).lines[1]).toMatch(RegExp(`^${runId} running 1/1 - `, 'u'));
    const exported = await said('run', 'export', runId, folder('trace'));
    expect(exported.lines).toEqual([
      `1 lines of trace in ${folder('trace')}: trace.jsonl, run.json`,
    ]);
  });
});

describe('env show', () => {
  it('shows the repositories of a run, or the one that is named, and its logs with --full', async () => {
    const whole = await said('env', 'show', runId);
    expect([whole.code, whole.lines[0]]).toEqual([0, `repository ${repositoryId}`]);
    expect(whole.lines).not.toContain(' installed');
    const full = await said('env', 'show', runId, 'tools', '--full');
    expect(full.lines).toContain(' installed');
    expect(await documentOf('env', 'show', runId, 'tools')).toMatchObject([
      { run: runId, id: repositoryId, notes: [{ step: 'imports' }] },
    ]);
  });

  it('shows a function whose id may be shortened', async () => {
    const { code, lines } = await said('env', 'show', runId, 'clamp_all');
    expect([code, lines.slice(0, 2)]).toEqual([
      0,
      ['function pkg/m.py::clamp_all#1', 'stage rejected: flaky(clock)'],
    ]);
    expect(await documentOf('env', 'show', runId, 'm.py::clamp#1')).toMatchObject({
      ...{ run: runId, id: clamp, entry: { stage: 'accepted' } },
    });
    expect((await said('env', 'show', runId, 'nix')).code).toBe(2);
  });
});

describe('env export', () => {
  const exporting = (name: string, ...flags: readonly string[]) =>
    said('env', 'export', runId, folder(name), ...flags);

  it('says how many files of how many instances are where, in which form', async () => {
    const { code, lines } = await exporting('plain');
    expect([code, lines]).toEqual([
      0,
      [`1 instance in ${folder('plain')}: 9 files, form instances`],
    ]);
    const again = await exporting('plain');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is not empty')]);
    const forced = await documentOf('env', 'export', runId, folder('plain'), '--force');
    expect(forced).toMatchObject({
      ...{ directory: folder('plain'), form: 'instances', instances: 1, files: { length: 9 } },
    });
  });

  it('has the image, the command and the folder of tasks of harbor', async () => {
    const flags = ['--image', 'tools:x', '--grade', 'grade {id}', '--folder', '/code'];
    expect((await exporting('harbor', '--format', 'harbor', ...flags)).code).toBe(0);
    const texts = readdirSync(folder('harbor'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
    expect(texts).toMatch(/^FROM tools:x$/mu);
    expect(texts).toContain("'/code/pkg/m.py'");
    expect(texts).toMatch(/grade \S*clamp/u);
  });

  it.each([
    [['--format', 'harbor'], 'harbor tasks name an image'],
    [['--format', 'harbor', '--image', 'i'], 'harbor tasks name an image'],
    [['--format', 'harbor', '--grade', 'g'], 'harbor tasks name an image'],
    [['--image', 'i'], '--image and --grade are of harbor tasks'],
    [['--grade', 'g'], '--image and --grade are of harbor tasks'],
    [['--format', 'zip'], '--format "zip"'],
  ])('writes nothing with %j', async (flags, message) => {
    const { code, stderr } = await exporting('none', ...flags);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(folder('none'))).toBe(false);
  });

  it('looks for the installed repositories only with --archives', async () => {
    const { code, stderr } = await exporting('archives', '--archives');
    expect([code, stderr]).toEqual([3, expect.stringContaining('holds no archive')]);
  });
});

describe('env import', () => {
  it('recreates the run elsewhere, and says that it cannot grade there', async () => {
    await said('env', 'export', runId, folder('whole'));
    const { code, lines, stderr } = await elsewhere('other', () =>
      said('env', 'import', folder('whole')),
    );
    expect([code, lines, stderr]).toEqual([
      0,
      [`run ${runId}: 1 instance, 0 archives`],
      'no archives came with it: export with --archives to grade by it here\n',
    ]);
    const document = await elsewhere('third', () => documentOf('env', 'import', folder('whole')));
    expect(document).toEqual({ run: runId, instances: 1, archives: 0 });
    expect((await said('env', 'import', folder('whole'))).code).toBe(2);
  });
});

describe('env check', () => {
  it('finds nothing in what is complete, be it a run or an export', async () => {
    await said('env', 'export', runId, folder('checked'));
    for (const what of [runId, folder('checked')]) {
      const { code, lines } = await said('env', 'check', what, '--no-cells');
      expect([code, lines]).toEqual([
        0,
        ['1 instance, 0 looked at in their repositories: 0 faults'],
      ]);
    }
    expect(await documentOf('env', 'check', runId, '--no-cells')).toEqual({
      ...{ instances: 1, inCells: 0, faults: [] },
    });
  });

  it('names what is wrong with an export, and fails', async () => {
    await said('env', 'export', runId, folder('broken'));
    rmSync(folder('broken/expected'), { recursive: true });
    const { code, lines } = await said('env', 'check', folder('broken'), '--no-cells');
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/^1 instance, 0 looked at .*: [1-9]\d* faults?$/u);
    expect(lines[0]).toMatch(/^\w+ \S+ \S/u);
    const json = await runCommand(['env', 'check', folder('broken'), '--no-cells', '--json']);
    const { faults } = JSON.parse(json.stdout) as { faults: readonly { check: string }[] };
    expect(faults).toHaveLength(lines.length - 1);
  });

  it('names what is no instance in an export, and fails for one fault', async () => {
    await said('env', 'export', runId, folder('changed'));
    rmSync(folder('changed/instance.schema.json'));
    const { code, lines } = await said('env', 'check', folder('changed'), '--no-cells');
    expect([code, lines]).toEqual([
      1,
      [
        `schema ${folder('changed')} instance.schema.json is missing`,
        '1 instance, 0 looked at in their repositories: 1 fault',
      ],
    ]);
  });
});

describe('env bank', () => {
  it('is of a run of environments, and of at least one instance', async () => {
    const limited = await said('env', 'bank', runId, folder('b'), '--limit', '0');
    expect([limited.code, limited.stderr]).toEqual([2, expect.stringContaining('--limit "0"')]);
    const unknown = await said('env', 'bank', 'nix', folder('b'));
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no run nix')]);
  });
});

describe('env evaluate', () => {
  /** Records that the run of these flags has ended. */
  async function ended(flags: Readonly<Record<string, string>>): Promise<string> {
    const dataset = `env:${runId}`;
    const request = parseRunFlags({ ...flags, dataset, model: 'gpt-4o' });
    const { id, config, dataset: loaded } = await planRun(request, readSettings());
    await inStore(async (store) => {
      await recordRun(store, { id, config, dataset: loaded });
      const run = new SmallRun(id, undefined, store);
      const [problem = ''] = config.problems;
      for (let sample = 0; sample < config.samples; sample += 1) {
        const key = { run: id, problem, sample };
        await store.runs.beginAttempt(key, sample);
        const node = await run.node(problem, { code: 'x', passes: sample % 2 === 0 });
        const round = { code: 'x', hidden: 'passed' as const };
        const result =
          config.kind === 'dialogue'
            ? dialogueResult({ rounds: [round], stop: 'passed' })
            : run.result([node]);
        await store.runs.finishAttempt(key, result);
      }
      await store.runs.setRunStatus(id, 'completed', null);
    });
    return id;
  }
  const evaluate = ['env', 'evaluate', runId, '--model', 'gpt-4o'];

  it('takes five samples of one program, and tells pass@k and then the table of the run', async () => {
    const run = await ended({ method: 'direct', samples: '5' });
    const { code, lines, stderr } = await said(...evaluate);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`run ${run}\nit has ended`)]);
    const table = lines.indexOf(`run ${run}`);
    expect(lines.slice(0, table).join('\n')).toContain('pass@5');
    expect(lines[table - 1]).toBe('');
    expect(lines.slice(table).join('\n')).not.toMatch(/^pass@1 /mu);
    expect(await documentOf(...evaluate, '--detach')).toMatchObject({ run, evaluation: {} });
  });

  it('takes one sample of six rounds on the harness itself with --method refine', async () => {
    const flags = { method: 'refine', samples: '1', maxRounds: '6', feedbackTests: 'same' };
    const run = await ended(flags);
    const { code, stderr } = await said(...evaluate, '--method', 'refine');
    expect([code, stderr]).toEqual([0, expect.stringContaining(`run ${run}\n`)]);
  });

  it('takes another method as it is typed', async () => {
    const run = await ended({ method: 'resample', samples: '2' });
    const words = [...evaluate, '--method', 'resample', '--samples', '2'];
    expect((await said(...words)).stderr).toContain(`run ${run}\n`);
  });
});
