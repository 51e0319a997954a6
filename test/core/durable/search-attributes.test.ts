import { searchAttributeNames, searchAttributes } from '../../../core/durable/search-attributes';
import { queuePlan, taskQueues } from '../../../core/durable/task-queues';
import { attemptPlace } from '../../../core/durable/attempt-place';

test('the labels of a workflow say its run, method, data set, model and phase', () => {
  const labels = { method: 'direct', dataset: 'humaneval', model: 'gpt-4o' };
  const attributes = searchAttributes({ run: 'r', labels }, 'grading');
  expect(attributes).toEqual({
    EspalierRun: ['r'],
    EspalierMethod: ['direct'],
    EspalierDataset: ['humaneval'],
    EspalierModel: ['gpt-4o'],
    EspalierPhase: ['grading'],
  });
  expect(Object.keys(attributes)).toEqual([...searchAttributeNames]);
});

test('one machine has one queue, and several have one for each scarce resource', () => {
  expect(queuePlan('single')).toEqual({
    workflows: 'espalier',
    model: 'espalier',
    sandbox: 'espalier',
  });
  expect(queuePlan('split')).toEqual(taskQueues);
  expect(new Set(Object.values(taskQueues)).size).toBe(3);
});

test('the place of an attempt is the same in each generation', () => {
  const place = { run: 'r', problem: 'P/0', sample: 1 };
  expect(attemptPlace({ ...place, generation: 'g' })).toEqual(place);
});
