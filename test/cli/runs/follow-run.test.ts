import { endedWords, followOrLeave, followStarted } from '../../../cli/runs/follow-run';
import type { CommandContext } from '../../../cli/command-context';
import type { FollowedRun } from '../../../cli/runs/follow-run';
import type { StartedRun } from '../../../lab/runs/start-run';
import { runConfig } from '../../../laboratory/fakes/record-samples';
import { createMemoryStore } from '../../fakes/memory-store';

function commandContext() {
  const said: unknown[] = [];
  const output = {
    print: (line: string) => said.push(line),
    note: (line: string) => said.push(`note: ${line}`),
    result: (document: unknown) => said.push(document),
  };
  return { said, context: { output } as unknown as CommandContext };
}
const print = async (): Promise<0> => 0;

describe('a run that was started', () => {
  const store = createMemoryStore();
  const of = (kind: string, status = 'running') =>
    ({ id: 'run-1', status, config: { ...runConfig(), kind } }) as unknown as StartedRun['record'];

  it.each([
    ['search', 'run show'],
    ['environment', 'env funnel'],
  ])('is left at once when that is asked for, with what shows it: %s', async (kind, show) => {
    const { context, said } = commandContext();
    const followed = { store, services: {}, record: of(kind) } as unknown as FollowedRun;
    expect(await followOrLeave(context, followed, { detach: true })).toBe(0);
    expect(said).toEqual([
      `The work goes on: espalier ${show} run-1`,
      { run: 'run-1', status: 'running' },
    ]);
  });

  it('is printed when it had ended before, with what makes another', async () => {
    const { context, said } = commandContext();
    const started: StartedRun = { record: of('search', 'completed'), services: null };
    const printed: string[] = [];
    const code = await followStarted(context, store, started, {
      detach: true,
      print: async (_, from, run) => {
        printed.push(run);
        expect(from).toBe(store);
        return 1;
      },
    });
    expect([code, printed]).toEqual([1, ['run-1']]);
    expect(said).toEqual(['note: it has ended: --fresh NAME makes a new run']);
    expect(
      await followStarted(context, store, started, {
        detach: false,
        print,
      }),
    ).toBe(0);
  });

  it('can be gone on with when it was cancelled', () => {
    expect(endedWords({ id: 'run-1', status: 'cancelled' })).toBe(
      'it was cancelled: `espalier run resume run-1` goes on, --fresh NAME makes a new run',
    );
  });
});
