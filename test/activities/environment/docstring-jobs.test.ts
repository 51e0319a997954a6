import {
  capturedCalls,
  documentedStub,
  ranExamples,
} from '../../../activities/environment/docstring/docstring-jobs';
import type { JobEnd } from '../../../core/adapters/repository';
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

  it('gives its examples, and says why where there are none', async () => {
    const finished = (record: Readonly<Record<string, unknown>>) =>
      ending({ kind: 'finished', record });
    const examples = [['f(1)', '1', '2']];
    const ran = finished({ examples, end: { kind: 'finished' } });
    expect(await ranExamples(ran, 'text')).toEqual([{ source: 'f(1)', wanted: '1', got: '2' }]);
    const words = async (record: Readonly<Record<string, unknown>>) =>
      (await ranExamples(finished(record), 'text'))[0]?.got;
    expect(await words({ examples, end: null })).toBe('no result: it cannot be imported');
    expect(await words({ examples, end: { kind: 'timed-out' } })).toBe('no result: timed-out');
    expect(await words({})).toBe('no result: more than can be kept');
  });

  it('that used up the time of the processor is what its examples do', async () => {
    const examples = await ranExamples(ending({ kind: 'timed-out', cause: 'cpu' }), 'text');
    expect(examples).toMatchObject([{ got: 'no result: timed-out' }]);
  });
});
