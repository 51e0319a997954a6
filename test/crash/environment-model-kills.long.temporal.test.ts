import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHome, documentOf } from '../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { whatIsLeft } from '../../laboratory/home/leftovers';
import { arrivalsOf, requestsOf, unanswered } from '../../laboratory/home/request-log';
import { killAtMoment } from './crash-run';
import { describeWithTemporal } from '../prerequisites';
import { describeWithPackages } from '../repositories/support/pinned-packages';

jest.setTimeout(300_000);

/** One function, whose branches what a simulated model tries reaches. */
const source = `"""Levels."""


def ordered(low: int, high: int) -> bool:
    return low <= high


def clamp(value: int, low: int = 1, high: int = 7) -> int:
    """Return value, or the nearer of low and high when it lies outside them.

    >>> clamp(9)
    7
    """
    if not ordered(low, high):
        raise ValueError("low is greater than high")
    if value < low:
        return low
    return min(value, high)
`;

/** The one cell of this home is never held while a model is asked, or nothing would ever end. */
const oneCell = {
  ESPALIER_SANDBOX: 'bubblewrap',
  ESPALIER_SANDBOX_SLOTS: '1',
  ESPALIER_SIMULATED_LATENCY_MS: '300',
};

describeWithTemporal('environments that a model helps with', () => {
  describeWithPackages('in one cell', () => {
    let folder: string;
    beforeAll(() => {
      folder = join(mkdtempSync(join(tmpdir(), 'espalier-levels-')), 'levels');
      mkdirSync(folder);
      writeFileSync(join(folder, 'levels.py'), source);
    });
    afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

    const build = (...more: readonly string[]): readonly string[] => [
      ...['env', 'build', folder, '--model', 'simulated', '--generators', 'model'],
      ...['--max-rounds', '6', '--index-until', '2026-01-01T00:00:00Z', '--json', ...more],
    ];
    const functionsOf = async (home: EspalierHome, run: unknown): Promise<unknown> =>
      JSON.parse((await home.run('env', 'list', String(run), '--json')).stdout);

    it('lose no call to a kill, and pay for none twice', async () => {
      const home = createHome({ environment: oneCell });
      try {
        const command = home.start(...build());
        const { death } = await killAtMoment(home, 'worker', () =>
          unanswered(requestsOf(home)).length > 0 ? true : null,
        );
        const end = await command.end;
        expect([end.code, end.stderr]).toEqual([0, expect.stringMatching(/started again/u)]);
        const { run } = documentOf(end);
        const arrivals = arrivalsOf(requestsOf(home));
        const roles = new Set(requestsOf(home).map(({ role }) => role));
        expect(roles).toEqual(new Set(['harness-writer', 'docstring-writer', 'spec-solver']));
        const repeated = [...arrivals].filter(([, count]) => count > 1).map(([id]) => id);
        expect([...death.inFlight]).toEqual(expect.arrayContaining(repeated));

        const again = documentOf(await home.run(...build('--fresh', 'again')));
        expect(arrivalsOf(requestsOf(home))).toEqual(arrivals);
        const first = await functionsOf(home, run);
        expect(first).toMatchObject([{ stage: 'filtered' }, { stage: 'accepted', why: null }]);
        expect(await functionsOf(home, again['run'])).toEqual(first);

        const short = documentOf(await home.run(...build('--fresh', 'short', '--max-calls', '1')));
        expect(short).toMatchObject({ all: { overBudget: 1 } });
        expect(arrivalsOf(requestsOf(home))).toEqual(arrivals);
        await home.run('down');
        expect(await whatIsLeft(home)).toEqual([]);
      } finally {
        await home.dispose();
      }
    });
  });
});
