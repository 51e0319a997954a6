import { queueDuties } from '../../workers/roles';

const workflows = { queue: 'espalier', workflows: true };
const model = { queue: 'espalier-llm', workflows: false };
const sandbox = { queue: 'espalier-sandbox', workflows: false };

test.each([
  ['all', [workflows, model, sandbox]],
  ['workflows', [workflows]],
  ['llm', [model]],
  ['sandbox', [sandbox]],
] as const)(
  'a worker for %s polls its queues, and runs workflows on the first alone',
  (role, duties) => {
    expect(queueDuties(role)).toEqual(duties);
  },
);
