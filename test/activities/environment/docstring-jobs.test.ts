import {
  capturedCalls,
  documentedStub,
  ranExamples,
} from '../../../activities/environment/docstring/docstring-jobs';
import type { JobEnd } from '../../../core/adapters/repository';
import { caseClock, caseHashSeed, watchedCaseLimits } from '../../../core/repository/run-terms';
import { answeredJobs, finished } from './answered-jobs';
import type { JobAnswers } from './answered-jobs';
import { outOfWall, scriptedJobs } from './scripted-jobs';

const part = { source: '', written: '', cases: ['case_0'], blobs: {}, expected: [] };

function ending(end: JobEnd): Parameters<typeof capturedCalls>[0] {
  const roots = { source: '', project: '', deps: '', tools: '' };
  const named = { id: 'tools.py::f#1', module: 'tools', qualname: 'f' };
  const cell = scriptedJobs([{ end }]).cell(false);
  return { ...named, cell, roots, signal: new AbortController().signal };
}

describe('a job about a docstring', () => {
  it.each<JobEnd>([outOfWall, { kind: 'killed-by-signal', signal: 'SIGKILL' }])(
    'that the machine stopped says nothing of it, and is tried again: %j',
    async (end) => {
      const again = { fate: 'retryable' };
      await expect(capturedCalls(ending(end), [part])).rejects.toMatchObject(again);
      await expect(ranExamples(ending(end), 'text')).rejects.toMatchObject(again);
      await expect(documentedStub(ending(end), 'text')).rejects.toMatchObject(again);
    },
  );

  it('tells what arguments and results were, each once, and every outcome before any again', async () => {
    const record = {
      arguments: { y: ['str'], x: ['int', 'float', 'int'] },
      returns: ['int', 'None', 'int'],
      raises: [
        ['ValueError', 'first'],
        ['KeyError', 'other'],
        ['ValueError', 'second'],
      ],
      examples: [
        ...Array.from({ length: 9 }, (_, nth) => ({
          ...{ call: `f(${String(nth)})`, outcome: { raises: null } },
        })),
      ],
    };
    const { types, examples } = await capturedCalls(ending({ kind: 'finished', record }), [part]);
    expect(types).toEqual({
      arguments: { x: ['float', 'int'], y: ['str'] },
      returns: ['None', 'int'],
      raises: [
        ['ValueError', 'first'],
        ['KeyError', 'other'],
      ],
    });
    expect(Object.keys(types.arguments)).toEqual(['x', 'y']);
    expect(examples.map(({ call }) => call)).toEqual(
      Array.from({ length: 8 }, (_, nth) => `f(${String(nth)})`),
    );
    expect(new Set(examples.map(({ outcome }) => outcome))).toEqual(new Set(['raises']));
  });

  it('tells nothing of cases that could not be watched', async () => {
    const calls = await capturedCalls(ending({ kind: 'finished', record: {} }), [part]);
    expect(calls).toEqual({ types: { arguments: {}, returns: [], raises: [] }, examples: [] });
  });

  it('that used up the time of the processor is what its examples do', async () => {
    const examples = await ranExamples(ending({ kind: 'timed-out', cause: 'cpu' }), 'text');
    expect(examples).toMatchObject([{ got: 'no result: timed-out' }]);
  });
});

async function answering(answers: JobAnswers) {
  const { host, asked } = answeredJobs(answers);
  const cell = await host.open({ archives: [], shape: { memoryMb: 1, filesMb: 1, scratchMb: 1 } });
  const roots = { source: '/s', project: '/p', deps: '/d', tools: '/t' };
  const named = { id: 'tools.py::f#1', module: 'tools', qualname: 'f' };
  const { signal } = new AbortController();
  return { definition: { ...named, cell, roots, signal }, asked, roots };
}

describe('the calls that cases make', () => {
  const parts = ['one', 'other', 'third'].map((source) => ({ ...part, source }));
  const sourceOf = (request: Readonly<Record<string, unknown>>): string =>
    (request['harness'] as { readonly source: string }).source;
  const call = (name: string, outcome: object) => ({ call: name, outcome });

  it('are taken together, in an order that does not depend on the cases', async () => {
    const told: Readonly<Record<string, object>> = {
      one: {
        ...{ arguments: { b: ['str', 'int'] }, returns: ['int'] },
        raises: [['KeyError', 'LookupError']],
        examples: [call('f(1)', { value: 1 }), call('f(2)', { value: 1 })],
      },
      third: {
        ...{ arguments: { a: ['int'], b: ['int'] }, returns: ['None', 'int'] },
        raises: [['KeyError', 'Exception'], ['ValueError']],
        examples: [
          call('f(3)', { raises: { type: 'builtins:KeyError', bases: [], message: 'x' } }),
          call('f(4)', { raises: 'odd' }),
        ],
      },
    };
    const { definition, asked, roots } = await answering({
      capture_calls: (request) => ({ end: finished({ ...told[sourceOf(request)] }) }),
    });
    expect(await capturedCalls(definition, parts)).toEqual({
      types: {
        arguments: { a: ['int'], b: ['int', 'str'] },
        returns: ['None', 'int'],
        raises: [['KeyError', 'LookupError'], ['ValueError']],
      },
      examples: [
        { call: 'f(1)', outcome: '1' },
        { call: 'f(3)', outcome: 'raises KeyError: x' },
        { call: 'f(4)', outcome: 'raises' },
        { call: 'f(2)', outcome: '1' },
      ],
    });
    expect(asked.map(({ request }) => sourceOf(request))).toEqual(['one', 'other', 'third']);
    expect(asked[0]?.request).toMatchObject({
      ...{ roots, clock: caseClock, limits: watchedCaseLimits },
      harness: { target: 'tools.py::f#1', module: 'tools', qualname: 'f', cases: ['case_0'] },
    });
    expect(asked[0]?.options).toMatchObject({ walls: 'strict', hashSeed: caseHashSeed });
  });

  it('are none of a part that cannot be watched', async () => {
    const { definition } = await answering({
      capture_calls: () => ({ end: { kind: 'exited', code: 1 } }),
    });
    expect(await capturedCalls(definition, [part])).toEqual({
      ...{ types: { arguments: {}, returns: [], raises: [] }, examples: [] },
    });
  });
});

describe('the examples of a docstring, run with the original', () => {
  it('give what Python gives', async () => {
    const { definition, asked } = await answering({
      run_examples: () => ({
        end: finished({ examples: [['f(1)', '2', '3']], end: { kind: 'finished' } }),
      }),
    });
    expect(await ranExamples(definition, 'text')).toEqual([
      { source: 'f(1)', wanted: '2', got: '3' },
    ]);
    expect(asked[0]?.request).toMatchObject({ docstring: 'text', limits: watchedCaseLimits });
  });

  it.each<[JobEnd, string]>([
    [finished({ examples: [], end: { kind: 'exited' } }), 'no result: exited'],
    [finished({ examples: [], end: null }), 'no result: it cannot be imported'],
    [finished({ examples: [], end: { kind: 'timed-out' } }), 'no result: timed-out'],
    [finished({ examples: 'odd' }), 'no result: more than can be kept'],
    [finished({}), 'no result: more than can be kept'],
    [{ kind: 'exited', code: 1 }, 'no result: exited'],
    [{ kind: 'memory-limit' }, 'no result: memory-limit'],
  ])('that end otherwise, as %j, count as one that fails', async (end, got) => {
    const { definition } = await answering({ run_examples: () => ({ end }) });
    expect(await ranExamples(definition, 'text')).toMatchObject([{ got }]);
  });
});

describe('a definition with a docstring', () => {
  it('is written by its place in its file', async () => {
    const { definition, asked } = await answering({
      stubs: () => ({ end: finished({}), records: [{ stub: 'def f(): ...' }] }),
    });
    expect(await documentedStub(definition, 'text')).toBe('def f(): ...');
    const place = { path: 'tools.py', qualname: 'f', n: 1 };
    expect(asked[0]?.request).toMatchObject({
      operations: [{ do: 'document', ...place, docstring: 'text' }],
    });
  });

  it('is none where it cannot be read back, or the job failed', async () => {
    const unread = await answering({ stubs: () => ({ end: finished({}) }) });
    expect(await documentedStub(unread.definition, 'text')).toBeNull();
    const failed = await answering({ stubs: () => ({ end: { kind: 'exited', code: 1 } }) });
    expect(await documentedStub(failed.definition, 'text')).toBeNull();
  });
});
