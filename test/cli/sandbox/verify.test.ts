import { registerSandboxConformance } from '../../../cli/commands/sandbox/conformance';
import { registerSandboxVerify } from '../../../cli/commands/sandbox/verify';
import type { CheckTask } from '../../../core/adapters/sandbox';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import type { Answers } from '../../fakes/answering-sandbox';
import { configOf, SmallRun } from '../../report/small-run';
import { inStore } from '../in-store';
import { useOwnHome } from './own-home';
import { playedSandbox } from './played-sandbox';
import { runRegistered } from './run-command';

useOwnHome('each');

/** A played run: of its three programs, the one that adds passes. */
const play = (id: string): Promise<unknown> =>
  inStore(async (store) => new SmallRun(id, undefined, store).play());

const asStored = ({ program }: CheckTask): ['passed' | 'failed'] => [
  String(program).includes('x + x') ? 'passed' : 'failed',
];

function verify(check: Answers['check'], ...args: readonly string[]) {
  const sandbox = answeringSandbox(check === undefined ? {} : { check });
  const said = runRegistered(
    (program) => {
      registerSandboxVerify(program, playedSandbox(sandbox).within);
    },
    ['verify', ...args],
  );
  return said.then((one) => ({ ...one, asked: sandbox.asked }));
}

describe('sandbox verify', () => {
  it('grades each program of every run again, as it was graded', async () => {
    await play('one');
    await play('two');
    const { code, stdout, stderr, asked } = await verify(asStored);
    expect(stdout).toBe(
      '6 of 6 verdicts graded again by bubblewrap: 0 differences; 0 without full provenance\n',
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('6 of 6 verdicts graded again')]);
    expect(asked).toHaveLength(6);
    expect(asked[0]).toMatchObject({
      ...{ entryPoint: 'f', seed: 7, assurance: 'objects', tests: ['check(f)'] },
      limits: { memoryMb: 256, cpuMs: 1000 },
    });
  });

  it('grades those of the run that is named, and no more than are asked for', async () => {
    await play('one');
    await play('two');
    const one = await verify(asStored, 'one', '--json');
    expect(JSON.parse(one.stdout)).toEqual({
      ...{ provider: 'bubblewrap', verdicts: 3, replayed: 3, unable: 0 },
      ...{ differences: [], withoutProvenance: [] },
    });
    const few = await verify(asStored, '--replay', '2', '--json');
    expect([few.asked.length, JSON.parse(few.stdout)]).toMatchObject([
      2,
      { verdicts: 6, replayed: 2 },
    ]);
  });

  it('says from what to what a verdict changes', async () => {
    await play('one');
    const { code, stdout } = await verify(() => ['raised'], 'one');
    expect(stdout).toMatch(/^DIFFERS +one HumanEval\/0#0 [0-9a-f]{12} +failed, now raised$/mu);
    expect(stdout).toMatch(/^DIFFERS +one HumanEval\/0#0 [0-9a-f]{12} +passed, now raised$/mu);
    expect([code, stdout]).toEqual([1, expect.stringContaining('bubblewrap: 3 differences; 0')]);
  });

  it('names twenty that do not say where they are from, and counts the others', async () => {
    await inStore(async (store) => {
      const problems = Array.from({ length: 21 }, (_, place) => `HumanEval/${String(place)}`);
      const run = new SmallRun('bare', undefined, store);
      await run.begin(configOf({ problems }));
      for (const problem of problems) {
        const node = await run.node(problem, { code: 'x', passes: false });
        await run.finish(problem, run.result([node], { provenance: null }));
      }
    });
    const { code, stdout, asked } = await verify(asStored);
    expect(stdout.match(/^UNSAID .* assurance, guestHash, python, limits, seed$/gmu)).toHaveLength(
      20,
    );
    expect(stdout).toContain(
      '0 of 21 verdicts graded again by bubblewrap: 0 differences; 21 without full provenance, of which 21 cannot',
    );
    expect([code, asked]).toEqual([1, []]);
  });

  it('passes over what has no result, and says which run holds no verdicts', async () => {
    await inStore(async (store) => new SmallRun('open', undefined, store).begin());
    const one = await verify(asStored, 'open');
    expect([one.code, one.stderr]).toEqual([2, expect.stringContaining('run open holds no')]);
    const all = await verify(asStored);
    expect([all.code, all.stderr]).toEqual([2, expect.stringContaining('the store holds no')]);
  });
});

describe('sandbox conformance', () => {
  it('names the cases that come out otherwise, with what came, and fails', async () => {
    const sandbox = answeringSandbox({ check: () => ['passed'], run: () => ({}) });
    const register = (program: Parameters<typeof registerSandboxConformance>[0]): void => {
      registerSandboxConformance(program, playedSandbox(sandbox).within);
    };
    const json = await runRegistered(register, ['conformance', '--json']);
    const { provider, failed, results } = JSON.parse(json.stdout) as {
      readonly provider: string;
      readonly failed: number;
      readonly results: readonly { name: string; ok: boolean; detail: string }[];
    };
    const right = results.filter(({ ok }) => ok).length;
    expect([right > 0, failed > 0, right + failed]).toEqual([true, true, results.length]);
    const { code, stdout, stderr } = await runRegistered(register, ['conformance']);
    expect([code, provider, stderr]).toEqual([1, 'bubblewrap', 'conformance of bubblewrap\n']);
    for (const { name, ok, detail } of results) {
      const row = ok ? `ok ${name}` : `FAILED ${name} ${detail}`.replace(/ +/gu, ' ');
      expect(stdout.replace(/ +/gu, ' ')).toContain(`${row}\n`);
    }
    expect(stdout).toContain(
      `\n\n${String(right)} of ${String(results.length)} cases as they have to be\n`,
    );
  });
});
