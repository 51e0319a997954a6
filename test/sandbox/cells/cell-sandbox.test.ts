import type { ScriptTask } from '../../../core/adapters/sandbox';
import { CheckResult, ScriptResult } from '../../../core/schemas/verdict';
import { CellPool } from '../../../sandbox/cells/cell-pool';
import { CellSandbox, largestProgramBytes } from '../../../sandbox/cells/cell-sandbox';
import {
  SandboxClosedError,
  SandboxInfraError,
  TaskTooLargeError,
  TestBrokenError,
} from '../../../sandbox/errors';
import { withFreshCells } from '../../../sandbox/fresh-cells';
import { loadGuestBundle } from '../../../sandbox/guest/bundle';
import type { Hello } from '../../../sandbox/guest/protocol';
import {
  ScriptedBackend,
  hello,
  isolation,
  passed,
  passes,
  printed,
  type CellScript,
} from '../scripted-backend';
import { limits, task } from '../tasks';

const bundle = loadGuestBundle();

function open(scripts: readonly CellScript[] = [{}], changes: Partial<Hello> = {}) {
  const backend = new ScriptedBackend(scripts);
  const pool = new CellPool({ backend, bundle, approve: () => undefined, slots: 2 });
  return {
    backend,
    sandbox: new CellSandbox({ backend, bundle, pool, hello: { ...hello, ...changes } }),
  };
}
function script(more: Partial<ScriptTask> = {}): ScriptTask {
  return { program: 'p', limits, seed: 0, ...more };
}

describe('CellSandbox', () => {
  it('asks a cell about all tests of a program and says where the verdicts are from', async () => {
    const { backend, sandbox } = open();
    const asking = task('p', ['t1', 't2'], { seed: 5, trustedSetup: 'import math' });
    const result = await sandbox.check(asking);
    expect(CheckResult.parse(result)).toEqual({
      outcomes: [1, 2].map(() => ({ ...passed, assurance: 'data' })),
      provenance: {
        provider: 'bubblewrap',
        assurance: 'data',
        guestHash: bundle.hash,
        python: '3.11.2',
        seed: 5,
        limits,
      },
    });
    expect(backend.asked).toMatchObject([
      {
        kind: 'check',
        assurance: 'data',
        program: 'p',
        setup: 'import math',
        entryPoint: 'add',
        tests: ['t1', 't2'],
        limits,
        seed: 5,
      },
    ]);
    expect(backend.shapes).toEqual([{ memoryMb: limits.memoryMb }]);
    await sandbox.close();
  });

  it('grades in one process only where the task asks for it, and stamps that', async () => {
    const { backend, sandbox } = open();
    const result = await sandbox.check(task('p', ['t'], { assurance: 'shared' }));
    expect(backend.asked).toMatchObject([{ assurance: 'shared' }]);
    expect([result.outcomes[0]?.assurance, result.provenance.assurance]).toEqual([
      'shared',
      'shared',
    ]);
    await sandbox.close();
  });

  it('sends the exact bytes of a program and of an input', async () => {
    const { backend, sandbox } = open();
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x70, 0xff, 0x00]);
    await sandbox.check(task('', ['t'], { program: bytes }));
    await sandbox.run(script({ program: bytes, stdin: bytes }));
    await sandbox.run(script({ program: 'print(input())', stdin: 'ü\n' }));
    const program64 = bytes.toString('base64');
    expect(backend.asked).toMatchObject([
      { kind: 'check', program64 },
      { kind: 'script', program64, stdin64: program64 },
      { kind: 'script', program: 'print(input())', stdin64: 'w7wK' },
    ]);
    expect(backend.asked[0]).not.toHaveProperty('program');
    await sandbox.close();
  });

  it('runs a script and says how it ended', async () => {
    const { sandbox } = open();
    const result = await sandbox.run(script({ seed: 3 }));
    expect(ScriptResult.parse(result)).toMatchObject({
      ...printed,
      provenance: { assurance: 'data', seed: 3, limits },
    });
    await sandbox.close();
  });

  it('answers a program that is too large without a cell', async () => {
    const { backend, sandbox } = open();
    const program = '#'.repeat(largestProgramBytes + 1);
    const { outcomes } = await sandbox.check(task(program, ['a', 'b']));
    expect(outcomes.map(({ kind, assurance }) => [kind, assurance])).toEqual([
      ['raised', 'data'],
      ['raised', 'data'],
    ]);
    const ran = await sandbox.run(script({ program: Buffer.from(program) }));
    expect(ScriptResult.parse(ran)).toMatchObject({ end: { kind: 'exited', code: 1 } });
    expect(ran.stderr.text).toContain('larger than 4194304 bytes');
    expect(backend.shapes).toEqual([]);
    await sandbox.close();
    await expect(sandbox.check(task(program, ['a']))).rejects.toThrow(SandboxClosedError);
  });

  it('refuses a task above what a cell takes by name, before and after it is written down', async () => {
    const { backend, sandbox } = open();
    const tests = ['x'.repeat(2 << 20)];
    const refused = sandbox.check(task('p', tests));
    await expect(refused).rejects.toThrow(TaskTooLargeError);
    await expect(refused).rejects.toMatchObject({ fate: 'terminal' });
    const stdin = Buffer.alloc((128 << 20) + 1);
    await expect(sandbox.run(script({ stdin }))).rejects.toThrow(TaskTooLargeError);
    expect(backend.asked).toEqual([]);
    expect((await sandbox.check(task('p', ['t']))).outcomes).toHaveLength(1);
    await sandbox.close();
  });

  it.each<Partial<Hello>>([
    { python: '3.12.0' },
    { machine: 'aarch64' },
    { preload: ['numpy'] },
    { isolation: { ...isolation, countsOom: true } },
  ])('has a fingerprint that changes with %j', (changes) => {
    expect(open([{}], changes).sandbox.fingerprint).not.toBe(open().sandbox.fingerprint);
  });

  it('has a fingerprint of backend, place and tools, not of the assurance', () => {
    const { fingerprint } = open().sandbox;
    expect(fingerprint.split('|')).toEqual([
      'bubblewrap',
      'scripted',
      bundle.hash,
      expect.stringMatching(/^python 3\.11\.2, x86_64, .*memory of the tree/),
    ]);
    expect(fingerprint).not.toMatch(/split|shared/);
  });

  it('says in bytes what it refuses for its size', async () => {
    const { sandbox } = open();
    const setup = 'é'.repeat(70 << 20);
    const refused = sandbox.check(task('p', ['t'], { trustedSetup: setup }));
    await expect(refused).rejects.toThrow(`${(140 << 20) + 1} bytes`);
    await sandbox.close();
  });

  it('closes its cells and its backend, and refuses afterwards', async () => {
    const { backend, sandbox } = open();
    await sandbox.check(task('p', ['t']));
    expect(sandbox.cells).toHaveLength(1);
    await sandbox.close();
    expect([backend.alive, backend.closed, sandbox.cells.length]).toEqual([0, 1, 0]);
    await expect(sandbox.run(script())).rejects.toThrow(SandboxClosedError);
  });
});

describe('CellSandbox with fresh cells after trouble', () => {
  const half: CellScript = {
    answer: ({ id }, mouth) => {
      mouth.say({ id, test: 0, outcome: { ...passed, kind: 'failed' } });
      mouth.die();
    },
  };
  const dies: CellScript = { answer: (_, mouth) => mouth.die() };

  it('gives each test one outcome, all from the cell that answered all', async () => {
    const { backend, sandbox } = open([half, dies, {}]);
    const { outcomes } = await withFreshCells(sandbox, 3).check(task('p', ['a', 'b']));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['passed', 'passed']);
    expect(backend.cells).toHaveLength(3);
    await sandbox.close();
  });

  it('asks again in a cell started for it, though another is idle', async () => {
    let wounded = false;
    const fragile: CellScript = {
      answer: (asked, mouth) => (wounded ? mouth.die() : passes(asked, mouth)),
    };
    const { backend, sandbox } = open([fragile, fragile, {}]);
    await Promise.all([sandbox.check(task('p', ['t'])), sandbox.check(task('p', ['t']))]);
    wounded = true;
    const { outcomes } = await withFreshCells(sandbox, 2).check(task('p', ['t']));
    expect(outcomes).toMatchObject([{ kind: 'passed' }]);
    expect(backend.cells.map(({ asked }) => asked.length).sort()).toEqual([1, 1, 2]);
    expect(backend.cells[2]?.asked).toHaveLength(1);
    await sandbox.close();
  });

  it('runs a script again in a cell started for it, though another is idle', async () => {
    let wounded = false;
    const fragile: CellScript = {
      answer: (asked, mouth) => (wounded ? mouth.die() : passes(asked, mouth)),
    };
    const { backend, sandbox } = open([fragile, fragile, {}]);
    await Promise.all([sandbox.run(script()), sandbox.run(script())]);
    wounded = true;
    const { end } = await withFreshCells(sandbox, 2).run(script());
    expect([end, backend.cells.length]).toEqual([{ kind: 'exited', code: 0 }, 3]);
    await sandbox.close();
  });

  it('asks nobody again about a test that is broken, names it, and keeps the cell', async () => {
    const { backend, sandbox } = open([
      {
        answer: (asked, mouth) => {
          const broken = 'tests' in asked && asked.tests.includes('(');
          if (!broken) return passes(asked, mouth);
          mouth.say({ id: asked.id, test: 0, outcome: passed });
          mouth.say({ id: asked.id, test: 1, broken: 'SyntaxError: no' });
        },
      },
    ]);
    const fresh = withFreshCells(sandbox, 3);
    const refused = fresh.check(task('p', ['a', '(', 'c']));
    await expect(refused).rejects.toThrow(TestBrokenError);
    await expect(refused).rejects.toMatchObject({
      message: 'Python cannot run test 2 of add: SyntaxError: no',
      ...{ code: 'TEST_BROKEN', fate: 'terminal', exitCode: 2 },
      ...{ test: 2, entryPoint: 'add', why: 'SyntaxError: no' },
    });
    expect((await fresh.check(task('p', ['a']))).outcomes).toHaveLength(1);
    expect([backend.cells.length, backend.asked.length, backend.alive]).toEqual([1, 2, 1]);
    await sandbox.close();
  });

  it('gives up after the third with a terminal error, for scripts too', async () => {
    const { sandbox } = open([dies]);
    const failure = withFreshCells(sandbox, 3).run(script());
    await expect(failure).rejects.toThrow(SandboxInfraError);
    await expect(failure).rejects.toMatchObject({ fate: 'terminal' });
    await sandbox.close();
  });
});
