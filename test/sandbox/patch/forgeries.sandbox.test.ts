import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { PatchRun } from '../../../core/adapters/sandbox';
import { judgePatch } from '../../../core/tasks/patch/judge-patch';
import type { EnvironmentRecord } from '../../../core/schemas/environment';
import type { TestOutcome } from '../../../core/schemas/verdict';
import { ArchiveStore } from '../../../laboratory/trials/harness/archive-store';
import { openRepositoryCells } from '../../../sandbox';
import type { RepositoryCells } from '../../../sandbox';
import { PatchCells } from '../../../sandbox/patch/patch-cells';
import { describeWithSandbox } from '../../prerequisites';
import { describeWithPackages, unpackedTools } from '../../repositories/support/pinned-packages';
import { tarOf } from '../real/tar';
import { diffOf, forgeries, honestTwin, source } from './forgeries';
import type { Files } from './forgeries';
import { checkOf, packagesOfPytest } from './patch-check';

describeWithSandbox('a patch', () => {
  describeWithPackages('whose tests run in its repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-forgeries-'));
    let host: RepositoryCells;
    let cells: PatchCells;
    beforeAll(async () => {
      host = await openRepositoryCells({ backend: 'bubblewrap', slots: 2, stateLabel: folder });
      cells = new PatchCells(await options(host, folder));
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
        forgeries.map((one) => [JSON.stringify(Object.keys(honestTwin(one))), one]),
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
      await inTwos(forgeries, async ({ name, files, link, named }) => {
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

async function options(
  host: RepositoryCells,
  folder: string,
): Promise<ConstructorParameters<typeof PatchCells>[0]> {
  const store = new ArchiveStore();
  const kept = async (bytes: Buffer) =>
    (
      await store.putArchive(
        (async function* () {
          yield bytes;
        })(),
      )
    ).sha256;
  const tools = join(folder, 'tools');
  unpackedTools(tools);
  // Every cell unpacks them.
  const needed = readdirSync(tools).filter((name) => packagesOfPytest.test(name));
  execFileSync('tar', ['-cf', join(folder, 'tools.tar'), '-C', tools, ...needed]);
  const archives = {
    installed: await kept(
      tarOf([
        { name: 'project', type: '5' },
        { name: 'deps', type: '5' },
      ]),
    ),
    snapshot: await kept(
      tarOf(Object.entries(source).map(([name, content]) => ({ name, content }))),
    ),
    tools: await kept(readFileSync(join(folder, 'tools.tar'))),
  };
  const cell = await host.open({
    archives: [],
    shape: { memoryMb: 256, filesMb: 16, scratchMb: 16 },
  });
  const record = { archives, python: cell.place.python, sha256: 'a'.repeat(64) };
  await cell.close();
  return {
    host: () => Promise.resolve(host),
    environments: Object.assign(store, {
      hasArchive: async (sha256: string) => store.hashes.includes(sha256),
    }),
    environmentOf: () => Promise.resolve(record as unknown as EnvironmentRecord),
    keepLog: () => Promise.resolve('b'.repeat(64)),
    tools: 'tools',
  };
}
