import {
  loadTraces,
  noTraces,
  readTraces,
  saveTraces,
} from '../../../activities/environment/stored-traces';
import { createMemoryStore } from '../../fakes/memory-store';

const record = {
  ...{ id: 'm.py::f#1', more: 1, needs: { imports: [] } },
  call: { receiver: null, arguments: ['1'], keywords: { a: '2' } },
};

test('records that are none are left out, and other members of a record are kept', () => {
  const odd = [null, {}, { ...record, id: 1 }, { ...record, needs: null }];
  expect(readTraces([...odd, record], { 'm.py::f#1': ['test_f'] })).toEqual({
    records: [record],
    tests: { 'm.py::f#1': ['test_f'] },
  });
  expect(readTraces([], { f: [1] })).toEqual(noTraces);
});

test('traces are read as they were stored', async () => {
  const { blobs } = createMemoryStore();
  const traces = readTraces([record], { f: ['test_f'] });
  expect(await loadTraces(blobs, await saveTraces(blobs, traces))).toEqual(traces);
});
