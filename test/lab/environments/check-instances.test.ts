import type { Job, RepositoryCell, RepositoryHost } from '../../../core/adapters/repository';
import type { Store } from '../../../core/ports/records';
import { leakGate } from '../../../core/repository/gates/leak';
import type { Instance } from '../../../core/schemas/environment-instance';
import { checkInstances } from '../../../lab/environments/check-instances';
import { acceptedOf } from '../../../report/environments/export/export-environments';
import {
  findEnvironmentRun,
  loadRepositories,
} from '../../../report/environments/load-repositories';
import { outOfWall, scriptedJobs } from '../../activities/environment/scripted-jobs';
import type { ScriptedJob } from '../../activities/environment/scripted-jobs';
import { fragmentOf } from '../../core/repository/sample-fragment';
import { environmentRecord } from '../../fakes/environment-samples';
import { runId, smallEnvironment, smallHash } from '../../report/environments/small-environment';

interface InCell {
  readonly jobs: readonly ScriptedJob[];
  /** That the environment was built for. */
  readonly python: string;
  /** Takes the jobs that the cell is given. */
  readonly given?: Job[];
}

function hostOf({ jobs, given = [] }: InCell): RepositoryHost {
  const { host } = scriptedJobs(jobs);
  return {
    open: async (options) => {
      const cell = await host.open(options);
      const run: RepositoryCell['run'] = (job, rest) => {
        given.push(job);
        return cell.run(job, rest);
      };
      return { ...cell, run };
    },
  };
}

async function faultsOf(
  change: (instance: Instance) => Instance,
  inCell: InCell | null = null,
): Promise<readonly string[]> {
  const store: Store = await smallEnvironment();
  if (inCell !== null) {
    const { sha256: empty } = await store.environments.putArchive((async function* () {})());
    const archives = { installed: empty, snapshot: empty, tools: empty };
    const { python } = inCell;
    await store.environments.saveEnvironment(
      environmentRecord({ sha256: smallHash, archives, python }),
    );
  }
  const repositories = await loadRepositories(store, await findEnvironmentRun(store, runId));
  const [built] = await acceptedOf(store, repositories);
  if (built === undefined) throw new Error('nothing was accepted');
  const { faults } = await checkInstances({
    ...{ store, instances: [change(built.instance)] },
    host: inCell === null ? null : hostOf(inCell),
    text: (sha256) => store.blobs.get(sha256).catch(() => null),
    note: () => undefined,
  });
  return faults.map(({ check, words }) => `${check}: ${words}`);
}

test('an instance that is whole and tells nothing has no fault', async () => {
  expect(await faultsOf((instance) => instance)).toEqual([]);
});

test('cases that repeat the body are a leak', async () => {
  const faults = await faultsOf((instance) => ({
    ...instance,
    harness: {
      ...instance.harness,
      parts: instance.harness.parts.map((part) => ({
        ...part,
        source: `${part.source}\nif value < low:\n    return low\nreturn min(value, high)\n`,
      })),
    },
  }));
  expect(faults).toEqual(['leak: part 0 repeats the body: if value < low : return low return']);
});

test('a refined docstring may keep what the old one says, and not what the body does', async () => {
  const said = 'Gives the value, or the nearer of two ends where it lies outside.';
  const body = 'if value < low: return low return min(value, high)';
  const refined = (text: string) => (instance: Instance) => ({
    ...instance,
    docstring: { text, by: 'refined' as const, faults: [] },
    definition: {
      ...instance.definition,
      source: instance.definition.source.replace('Clamps.', `${said}\n`),
      stub: instance.definition.stub.replace('Clamps.', text),
    },
  });
  expect(await faultsOf(refined(`${said} Both are included.`))).toEqual([]);
  expect(await faultsOf(refined(`${said} ${body}`))).toContainEqual(
    expect.stringMatching(/^leak: the docstring repeats the body: /u),
  );
});

test('gate and check say the same of a text, whatever piece of the function it has in it', async () => {
  const words = [
    'def clamp(value, low, high): """Clamps: if value < low : return low return"""',
    `if value < low: raise ValueError ( 'no value may be below the low end of the range' )`,
    `return min ( value, high, key = lambda one: 7 )`,
  ];
  const source = words.join('\n    ');
  const pieces = words.join(' ').split(' ');
  const seen = new Set<boolean>();
  for (let at = 0; at < pieces.length; at += 1) {
    const text = pieces.slice(at, at + 9).join(' ');
    const isLeak = leakGate({ given: text, definition: source }).kind === 'failed';
    const faults = await faultsOf((instance) => ({
      ...instance,
      docstring: { text, by: 'refined', faults: [] },
      definition: { ...instance.definition, source },
      harness: {
        ...instance.harness,
        parts: instance.harness.parts.map((part) => ({ ...part, source: text })),
      },
    }));
    const leaks = faults.filter((words) => words.startsWith('leak: '));
    expect([text, leaks.length]).toEqual([text, isLeak ? 2 : 0]);
    seen.add(isLeak);
  }
  expect(seen.size).toBe(2);
});

test('a definition of one line, and one without a docstring, have a body like any other', async () => {
  const faults = async (source: string, stub: string) =>
    faultsOf((instance) => ({
      ...instance,
      docstring: { ...instance.docstring, by: 'refined' },
      definition: { ...instance.definition, source, stub },
    }));
  const header = 'def clamp(value, low, high, *, other=None):';
  expect(await faults(`${header} return low`, `${header} raise NotImplementedError`)).toEqual([]);
  const body = 'value = min(value, high, key=other)\n    say(\n        "so",\n    )';
  expect(await faults(`${header}\n    ${body}\n`, `${header}\n    ${body}\n`)).toContainEqual(
    expect.stringMatching(/^leak: the stub repeats the body: value = min/u),
  );
});

test('what is shown beside the stub and has the body in it is a fault, wherever it stands', async () => {
  const faults = await faultsOf((instance) => ({
    ...instance,
    contexts: {
      dependency: [
        fragmentOf('pkg/m.py', 1, `import os\n${'\n'.repeat(8)}${instance.definition.source}`),
      ],
      full: [fragmentOf('pkg/copy.py', 1, instance.definition.source)],
    },
  }));
  expect(faults).toEqual([
    expect.stringMatching(/^fragments: pkg\/m\.py:1 shows the body: if value < low/),
    'fragments: pkg/copy.py:1 shows the body: all of it',
  ]);
});

test('what a neighbour of the stub says, too, is no fault; what is left of the body is', async () => {
  const cut = (text: string): string => text.trimEnd().split('\n').slice(0, -1).join('\n');
  const around =
    (own: (instance: Instance) => string) =>
    (instance: Instance): Instance => {
      const neighbour = cut(instance.definition.source).replace('def ', 'def other_');
      const text = `import os\n${'\n'.repeat(8)}${own(instance)}\n\n\n${neighbour}`;
      return { ...instance, contexts: { dependency: [], full: [fragmentOf('pkg/m.py', 1, text)] } };
    };
  expect(await faultsOf(around(({ definition }) => definition.stub))).toEqual([]);
  expect(
    await faultsOf(
      around(
        ({ definition: { stub, source } }) =>
          `${stub.trimEnd()}\n${source.slice(source.indexOf('\n') + 1)}`,
      ),
    ),
  ).toEqual([expect.stringMatching(/^fragments: pkg\/m\.py:1 shows the body: if value < low/)]);
});

test('records that are not there, and cases without theirs, are faults', async () => {
  expect(await faultsOf((instance) => ({ ...instance, expected: '0'.repeat(64) }))).toEqual([
    'records: what the original did is not there',
  ]);
  const faults = await faultsOf((instance) => ({
    ...instance,
    harness: {
      ...instance.harness,
      parts: instance.harness.parts.map((part) => ({ ...part, cases: ['case_1', 'case_0'] })),
    },
  }));
  expect(faults).toEqual(['records: part 0 has other records than cases']);
});

describe('what a cell comes to', () => {
  const same = (instance: Instance): Instance => instance;
  const inCell = (jobs: readonly ScriptedJob[]) => faultsOf(same, { jobs, python: '3.11.7' });
  const refused: ScriptedJob = {
    end: { kind: 'finished', record: {} },
    records: [{ error: 'no' }],
  };
  const looked: ScriptedJob = { end: { kind: 'finished', record: { leaks: [] } } };
  const killed: ScriptedJob = { end: { kind: 'killed-by-signal', signal: 'SIGKILL' } };
  const noStub = 'stub: no stub could be made: {"error":"no"}';

  it('is told of the instance when a second run of what the machine stopped has come to it', async () => {
    expect(await inCell([{ end: outOfWall }, refused, killed, looked])).toEqual([noStub]);
  });

  it.each([
    ['stubs', [{ end: outOfWall }, killed]],
    ['remove_body', [refused, killed, { end: outOfWall }]],
  ])('says nothing of it when the machine has stopped %s twice', async (job, jobs) => {
    await expect(inCell(jobs)).rejects.toMatchObject({
      ...{ code: 'JOB_STOPPED', exitCode: 3 },
      message: expect.stringContaining(`the job ${job} was stopped twice`) as string,
    });
  });

  it('is asked for the definition of the instance, also where others have its name', async () => {
    const given: Job[] = [];
    const second = (instance: Instance): Instance => ({
      ...instance,
      id: instance.id.replace(/(?:#\d+)?$/u, '#2'),
    });
    await faultsOf(second, { jobs: [refused, looked], python: '3.11.7', given });
    expect(given.map(({ request }) => request)).toMatchObject([
      { operations: [{ do: 'stub', n: 2 }, { n: 2 }, { n: 2 }] },
      { target: { n: 2 } },
    ]);
  });

  it('is not asked for with another Python than its environment was built for', async () => {
    await expect(
      faultsOf(same, { jobs: [refused, looked], python: '3.12.1' }),
    ).rejects.toMatchObject({ code: 'PYTHON_DIFFERS', exitCode: 3 });
  });
});
