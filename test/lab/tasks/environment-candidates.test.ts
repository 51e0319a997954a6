import type { Store } from '../../../core/ports/records';
import { isOfKind } from '../../../core/kinds/of-kind';
import { TaskCandidate } from '../../../core/schemas/task-candidate';
import { checkMakeRequest } from '../../../lab/tasks/make-request';
import type { MakeRequest } from '../../../lab/tasks/make-request';
import { planMake } from '../../../lab/tasks/plan-make';
import { runId, smallEnvironment } from '../../report/environments/small-environment';

let store: Store;
beforeEach(async () => {
  store = await smallEnvironment();
});

async function plan(request: Partial<MakeRequest> = {}) {
  const asked = checkMakeRequest({ source: `env:${runId}`, ...request });
  const { config, id } = await planMake({ note: () => undefined }, store, asked);
  if (!isOfKind(config, 'task')) throw new Error('a plan of another kind');
  const hashes = Object.values(config.task.candidates);
  const texts = await Promise.all(hashes.map((hash) => store.blobs.get(hash)));
  return { id, candidates: texts.map((text) => TaskCandidate.parse(JSON.parse(text))) };
}

describe('a plan of tasks from a run of environments', () => {
  it('has mutants and a removal for each accepted function, at the commit of its repository', async () => {
    const { candidates } = await plan({ bugs: 3 });
    expect(candidates.map(({ bug }) => bug?.bug)).toEqual([
      { kind: 'mutant', nth: 0, of: 2 },
      { kind: 'mutant', nth: 1, of: 2 },
      { kind: 'removal' },
    ]);
    const [first] = candidates;
    expect(first?.source).toMatchObject({ repository: 'people/tools', commit: 'c'.repeat(40) });
    expect(first?.id).toMatch(/^people__tools-\w+-mutant1-[0-9a-f]{8}$/);
  });

  it('says in each statement that it is a template, and names the place of the bug', async () => {
    const { candidates } = await plan();
    expect(candidates).toHaveLength(2);
    for (const { statement, bug } of candidates) {
      expect(statement).toMatch(/This text is a template/);
      expect(statement).toContain(`\`${bug?.qualname ?? ''}\` in \`${bug?.path ?? ''}\``);
    }
  });

  it('is the same run for the same environments, and another one with more bugs', async () => {
    const { id } = await plan();
    expect((await plan()).id).toBe(id);
    expect((await plan({ bugs: 5 })).id).not.toBe(id);
  });

  it.each([{ commits: 'HEAD~1' }, { limit: 3 }, { name: 'o/r' }])(
    'is refused for an option of commits: %j',
    async (option) => {
      await expect(plan(option)).rejects.toMatchObject({ code: 'BAD_REQUEST', exitCode: 2 });
    },
  );

  it('is refused for a run of another kind', async () => {
    await expect(plan({ source: 'env:none' })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  });
});
