import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { PatchRun } from '../../../core/adapters/sandbox';
import { judgePatch } from '../../../core/tasks/patch/judge-patch';
import type { TestOutcome } from '../../../core/schemas/verdict';
import { openRepositoryCells } from '../../../sandbox';
import type { RepositoryCells } from '../../../sandbox';
import { PatchCells } from '../../../sandbox/patch/patch-cells';
import { inShort } from '../../long';
import { describeWithSandbox } from '../../prerequisites';
import { describeWithPackages } from '../../repositories/support/pinned-packages';
import { diffOf, forgeries, honestTwin, source } from './forgeries';
import type { Files } from './forgeries';
import { checkOf } from './patch-check';
import { smallCells } from './small-cells';

/** Every third in a short run. */
const tried = inShort(forgeries, (_, place) => place % 3 === 0);

describeWithSandbox('a patch', () => {
  describeWithPackages('whose tests run in its repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-forgeries-'));
    let host: RepositoryCells;
    let cells: PatchCells;
    beforeAll(async () => {
      host = await openRepositoryCells({ backend: 'bubblewrap', slots: 2, stateLabel: folder });
      cells = new PatchCells(await smallCells(host, folder, { files: source }));
    }, 120_000);
    afterAll(async () => {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const graded = async (files: Files, link?: string) => {
      const check = checkOf(diffOf(source, files, link));
      const run = await cells.run(check.task);
      const [outcome] = judgePatch(check, run);
      return { run, outcome: outcome as TestOutcome };
    };

    it('is resolved when it is right, whatever other files it touches, and not when it changes nothing', async () => {
      const distinct = new Map(
        tried.map((one) => [JSON.stringify(Object.keys(honestTwin(one))), one]),
      );
      const wrong: unknown[] = [];
      await inTwos([...distinct.values()], async (forgery) => {
        const { outcome, run } = await graded(honestTwin(forgery));
        if (outcome.kind !== 'passed') wrong.push([forgery.name, outcome, run.runs[0]?.log]);
      });
      expect(wrong).toEqual([]);
      const { outcome } = await graded({ 'pkg/new.py': '# Nothing.\n' });
      expect(outcome).toMatchObject({ kind: 'failed', patch: { resolution: 'no' } });
      expect(outcome.detail).toBeUndefined();
    }, 240_000);

    it('is never resolved by a forgery, and each is named', async () => {
      const wrong: unknown[] = [];
      await inTwos(tried, async ({ name, files, link, named }) => {
        const { outcome, run } = await graded(files, link);
        const evidence = evidenceOf(outcome, run);
        if (outcome.kind === 'passed' || (named !== null && !named.test(evidence))) {
          wrong.push([name, outcome, evidence, run.runs[0]?.log.slice(-1500)]);
        }
      });
      expect(wrong).toEqual([]);
    }, 240_000);
  });
});

async function inTwos<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const queue = [...items];
  const one = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all([one(), one()]);
}

function evidenceOf({ error = '' }: TestOutcome, { dropped }: PatchRun): string {
  return [error, ...dropped.map(({ path, reason }) => `${path}: ${reason}`)].join('\n');
}
