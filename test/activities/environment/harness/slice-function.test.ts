import {
  retrievalContexts,
  sliceFunction,
} from '../../../../activities/environment/harness/slice-function';
import { fragmentOf } from '../../../core/repository/sample-fragment';
import { finished } from '../answered-jobs';
import type { ScriptedJob } from '../scripted-jobs';
import { answeredHarness } from './answered-harness';

const id = 'r#0';
const root = fragmentOf('pkg/m.py', 1, 'def clamp(): ...', { kind: 'root' });
const other = fragmentOf('pkg/n.py', 4, 'LOW = 0');

const answering = (answer: ScriptedJob) => answeredHarness({ slice_definition: () => answer });
const request = {
  ...{ action: 'slice', roots: { source: '/srv/source' }, definitions: ['pkg/m.py::clamp#1'] },
};

describe('the slice of a function', () => {
  it('is asked for by the id of the function, stored, and not asked for again', async () => {
    const fragments = [root, other];
    const { context, blobs, asked } = await answering({
      end: finished({}),
      records: [{ fragments }],
    });
    const came = await sliceFunction(context, { kind: 'slice', id });
    expect(await sliceFunction(context, { kind: 'slice', id })).toEqual(came);
    expect(asked.map(({ module, request }) => ({ module, request }))).toEqual([
      { module: 'slice_definition', request },
    ]);
    if (came.kind !== 'sliced') throw new Error(came.kind);
    expect(came.of).toBe(id);
    expect(JSON.parse(await blobs.get(came.slice))).toEqual(fragments);
  });

  it.each([
    ['no fragment was told', { end: finished({}), records: [{ fragments: [] }] }, 'parse_error'],
    ['nothing was told', { end: finished({}) }, 'parse_error'],
    ['its job ran out of time', { end: { kind: 'timed-out', cause: 'cpu' } }, 'timeout'],
  ] as const)('is a failure when %s', async (_why, answer, code) => {
    const { context } = await answering(answer);
    expect(await sliceFunction(context, { kind: 'slice', id })).toMatchObject({
      ...{ of: id, kind: 'failed', reason: { code }, feedback: expect.any(String) as string },
    });
  });
});

describe('the code that may be shown beside a stub', () => {
  it('is that which the function needs, and its whole files, without its body', async () => {
    const { context, asked } = await answering({
      end: finished({}),
      records: [
        { context: 'full', fragments: [root, other] },
        { context: 'another', fragments: [other] },
        { context: 'sliced', fragments: [root] },
      ],
    });
    const shown = { dependency: [root], full: [root, other] };
    expect(await retrievalContexts(context)).toEqual(shown);
    expect(await retrievalContexts(context)).toEqual(shown);
    expect(asked.map((one) => one.request)).toEqual([
      { ...request, contexts: ['sliced', 'full'], stubbed: true },
    ]);
  });

  it('is none where the job did not end', async () => {
    const { context } = await answering({ end: { kind: 'timed-out', cause: 'cpu' } });
    expect(await retrievalContexts(context)).toEqual({ dependency: [], full: [] });
  });
});
