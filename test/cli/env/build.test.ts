import { functionFigures, repositoryLines } from '../../../cli/runs/environment-progress';
import { readEnvironmentFlags } from '../../../cli/commands/env/build';
import { printEnvironments } from '../../../cli/runs/print-environments';
import { Output } from '../../../cli/terminal/output';
import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import type { AttemptResult } from '../../../core/ports/records';
import { importKeys } from '../../../core/work/note-keys';
import { noEnvironment } from '../../../core/kinds/environment/outcome';
import type { RepositoryStatus } from '../../../core/schemas/environment';
import type { EnvironmentOutcome } from '../../../core/kinds/environment/schema';
import { createMemoryStore } from '../../fakes/memory-store';
import { building, ScriptedEnvironments } from '../../workflows/support/scripted-environment';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const counts = { definitions: 40, candidates: 12, accepted: 7, rejected: 5 };

function resultOf(
  status: RepositoryStatus,
  changes: Partial<AttemptResult<EnvironmentOutcome>> = {},
): AttemptResult {
  return {
    status: 'completed',
    outcome: { ...noEnvironment, status, counts },
    graded: [],
    verdict: null,
    solved: false,
    cause: null,
    provenance: null,
    ...changes,
  };
}

/** A run on these repositories, some of which have come to an end. */
async function runOf(ends: Readonly<Record<string, AttemptResult | null>>) {
  const store = createMemoryStore();
  const repositories = Object.keys(ends);
  const { config } = building({ world: new ScriptedEnvironments(), repositories });
  const run = { id: 'r1', config: scriptedRunConfig(config) };
  await store.runs.createRun(run.id, run.config);
  for (const [position, [problem, result]] of Object.entries(ends).entries()) {
    const key = { run: run.id, problem, sample: 0 };
    await store.runs.beginAttempt(key, position);
    if (result !== null) await store.runs.finishAttempt(key, result);
  }
  return { store, run };
}

async function printed(store: ReturnType<typeof createMemoryStore>, json: boolean) {
  const lines: string[] = [];
  const stdout = { write: (text: string) => void lines.push(text) };
  const settings = readSettings({});
  const output = new Output({ json, stdout, stderr: stdout });
  const context = { settings, folder: stateFolder(settings), note: () => undefined, output };
  return { code: await printEnvironments(context, store, 'r1'), text: lines.join('') };
}

describe('the flags of env build', () => {
  it('are read into a request, with what is taken where nothing is said', () => {
    expect(readEnvironmentFlags(['x==1'], { concurrency: '2', model: 'none' })).toEqual({
      sources: ['x==1'],
      model: 'none',
      minCoverage: 0.8,
      minMutation: 0.8,
      concurrency: 2,
    });
    expect(
      readEnvironmentFlags(['a', 'b'], {
        from: 'list',
        generators: 'hypothesis,traces',
        functions: ['a.py::f#1', 'b.py'],
        disableFilter: ['no-docstring', 'lines-filter'],
        limit: '5',
        minMutation: '0.5',
        maxCost: '0.01',
        detach: true,
      }),
    ).toMatchObject({
      from: 'list',
      generators: ['hypothesis', 'traces'],
      functions: ['a.py::f#1', 'b.py'],
      disableFilter: ['disable_no_docstring', 'disable_lines_filter'],
      limit: 5,
      minMutation: 0.5,
      maxCost: 0.01,
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    [
      'a share beyond 1',
      { minCoverage: '1.5' },
      '--min-coverage "1.5" must be a number from 0 to 1',
    ],
    ['no round', { maxRounds: '0' }, '--max-rounds "0" must be a whole number from 1 to 20'],
    ['an unknown generator', { generators: 'luck' }, '--generators "luck" must be one of traces'],
    ['a generator twice', { generators: 'traces,traces' }, 'names one twice'],
    ['an unknown filter', { disableFilter: ['tests'] }, '--disable-filter'],
    ['no time', { indexUntil: 'yesterday' }, '--index-until "yesterday" must be a time such as'],
  ])('refuse %s by name', (_, raw, says) => {
    expect(() => readEnvironmentFlags(['x==1'], raw)).toThrow(
      expect.objectContaining({
        code: 'BAD_FLAG',
        message: expect.stringContaining(says) as string,
      }) as Error,
    );
  });
});

describe('what env build ends with', () => {
  it('is the funnel and why a repository is not whole, and 0 when all of them can be used', async () => {
    const { store } = await runOf({
      'people/tools': resultOf({ code: 'ok' }),
      'x@1': resultOf({ code: 'partial', why: 'a submodule was not fetched' }),
    });
    const { code, text } = await printed(store, false);
    expect(code).toBe(0);
    expect(text).toMatch(/^r1 · running · 2 repositories\n/);
    expect(text).toMatch(/^people\/tools +ok /m);
    expect(text).toMatch(/\n\nx@1: a submodule was not fetched\n$/);
  });

  it('says of a run that was imported how the same is built here', async () => {
    const { store } = await runOf({ good: resultOf({ code: 'ok' }) });
    const words = 'imported: env build with --fresh NAME';
    expect((await printed(store, false)).text).not.toContain(words);
    await store.environments.saveStep(importKeys('r1').begun, {});
    expect((await printed(store, false)).text).toContain(words);
  });

  it('is 1 when one of them cannot, for whatever reason', async () => {
    const failed = { code: 'install_failed', step: 'resolve', why: 'no wheel' } as const;
    const ends: Readonly<Record<string, AttemptResult | null>> = {
      bad: resultOf(failed),
      broken: resultOf({ code: 'ok' }, { status: 'unscored', cause: 'no cell' }),
      open: null,
    };
    for (const [name, end] of Object.entries(ends)) {
      const { store } = await runOf({ good: resultOf({ code: 'ok' }), [name]: end });
      expect([name, (await printed(store, true)).code]).toEqual([name, 1]);
    }
    const { text } = await printed((await runOf(ends)).store, false);
    expect(text).toMatch(
      /\n\nbad: no wheel\n {2}`espalier env show r1 bad` has .*\nbroken: no cell\nopen: it is running\n$/,
    );
  });

  it('is the document of the funnel with --json, and nothing else', async () => {
    const { store } = await runOf({ good: resultOf({ code: 'ok' }) });
    const { text } = await printed(store, true);
    expect(JSON.parse(text)).toMatchObject({
      run: 'r1',
      repositories: [{ id: 'good', status: { code: 'ok' } }],
    });
  });
});

describe('how far env build is', () => {
  it('is told by its functions, of the repositories that are worked on', async () => {
    const { store, run } = await runOf({ done: resultOf({ code: 'ok' }), one: null, two: null });
    expect(await functionFigures(store, run.id)).toEqual([]);
    await store.environments.saveFunnel({ run: run.id, problem: 'two', sample: 0 }, [
      { stage: 'filtered', id: 'a', filter: 'trivial' },
      { stage: 'not-asked', id: 'b' },
      { stage: 'waiting', id: 'c' },
      { stage: 'accepted', id: 'd', harness: 'a'.repeat(64) },
      { stage: 'rejected', id: 'e', reason: { code: 'leak' }, runnable: true },
    ]);
    expect(await functionFigures(store, run.id)).toEqual([
      '2/3 functions · 1 accepted · 1 rejected',
    ]);
    expect(await repositoryLines(store, run)).toEqual([
      '  one  not installed yet',
      '  two  2/3 · 1 accepted',
    ]);
  });
});
