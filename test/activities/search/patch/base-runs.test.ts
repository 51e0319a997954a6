import { BaseRuns } from '../../../../activities/search/patch/base-runs';
import type { PatchRun } from '../../../../core/adapters/sandbox';
import { createMemoryStore } from '../../../fakes/memory-store';
import { createScriptedSandbox } from '../../../fakes/scripted-sandbox';
import { patchProblem as problem } from './patch-problem';

const asked = { tests: [{ kind: 'reproduction' as const, script: 'print(1)' }], wallMs: 1_000 };

/** Runs before any change, in a sandbox that counts them. */
function world({ timeSensitive }: { readonly timeSensitive: boolean }) {
  let made = 0;
  const patch = async (): Promise<PatchRun> => {
    made += 1;
    return { timeSensitive, cpuMs: made, runs: [null] } as unknown as PatchRun;
  };
  const sandbox = { ...createScriptedSandbox({}), patch };
  const store = createMemoryStore();
  const begin = () => new BaseRuns({ store, sandbox: () => Promise.resolve(sandbox) });
  return { begin, made: () => made };
}

describe('a run of tests before any change', () => {
  it('is made once for all who ask, in this process and in the next', async () => {
    const { begin, made } = world({ timeSensitive: false });
    const base = begin();
    const [one, other] = await Promise.all([base.of(problem, asked), base.of(problem, asked)]);
    expect(one).toEqual(other);
    expect(await begin().of(problem, asked)).toEqual(one);
    expect(made()).toBe(1);
    await base.of(problem, { ...asked, wallMs: 2_000 });
    expect(made()).toBe(2);
  });

  it('is made again if a limit of time ended it', async () => {
    const { begin, made } = world({ timeSensitive: true });
    const base = begin();
    await base.of(problem, asked);
    await base.of(problem, asked);
    expect(made()).toBe(2);
  });
});
