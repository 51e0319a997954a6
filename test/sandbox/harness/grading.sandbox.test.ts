import { openRepositoryCells, openSandbox } from '../../../sandbox';
import type { CellSandbox, RepositoryCells } from '../../../sandbox';
import { HarnessTrial } from '../../../laboratory/trials/harness/harness-trial';
import { WholeStore } from '../../../laboratory/trials/harness/whole-store';
import { cheats, gradeCheats, gradeGoldAndNone } from '../../../laboratory/trials/harness/suites';
import type { Graded } from '../../../laboratory/trials/harness/suites';
import { describeWithSandbox } from '../../prerequisites';

const minutes = 60_000;

describeWithSandbox('a candidate in the place of a definition', () => {
  const options = {
    backend: 'bubblewrap',
    slots: 1,
    stateLabel: `harness-${process.pid}`,
  } as const;
  let sandbox: CellSandbox;
  let host: RepositoryCells;
  beforeAll(async () => {
    sandbox = await openSandbox(options);
    host = await openRepositoryCells(options);
  });
  afterAll(async () => {
    await host.close();
    await sandbox.close();
  });

  async function gradedBy(
    suite: (trial: HarnessTrial, onGraded: (graded: Graded) => void) => Promise<void>,
    trial = new HarnessTrial(sandbox, host),
  ): Promise<readonly Graded[]> {
    const all: Graded[] = [];
    await suite(trial, (graded) => void all.push(graded));
    return all;
  }
  const wrong = (all: readonly Graded[]) =>
    all
      .filter(({ ok }) => !ok)
      .map(({ target, candidate, outcome }) => [target, candidate, outcome]);

  it(
    'passes when it is the reference, and not when it is less, for every kind of definition',
    async () => {
      const all = await gradedBy(gradeGoldAndNone);
      expect(all.filter(({ candidate }) => candidate === 'gold')).toHaveLength(7);
      expect(wrong(all)).toEqual([]);
    },
    3 * minutes,
  );

  it(
    'does not pass by cheating, whatever an installation has left of the reference',
    async () => {
      const all = await gradedBy(gradeCheats);
      expect(all.length).toBeGreaterThanOrEqual(30);
      expect(all.length).toBe(cheats().length);
      expect(wrong(all)).toEqual([]);
    },
    5 * minutes,
  );

  it(
    'does pass by cheating where the copies are left: so the test above can fail',
    async () => {
      const copies = ['reload_compiled.py', 'reload_from_disk.py', 'reload_packed.py'];
      const some = cheats().filter(({ name }) => copies.includes(name));
      const all = await gradedBy(
        (trial, onGraded) => gradeCheats(trial, onGraded, some),
        new HarnessTrial(sandbox, host, new WholeStore()),
      );
      expect(wrong(all).map(([, name]) => name)).toEqual(copies);
    },
    5 * minutes,
  );
});
