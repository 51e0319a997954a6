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

  it('that used up the time of the processor is what its examples do', async () => {
    const examples = await ranExamples(ending({ kind: 'timed-out', cause: 'cpu' }), 'text');
    expect(examples).toMatchObject([{ got: 'no result: timed-out' }]);
  });
});
