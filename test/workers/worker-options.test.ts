import { readSettings } from '../../config/settings';
import { mostAtATime } from '../../core/work/most-at-a-time';
import { workerOptions } from '../../workers/worker-options';

describe('how a worker polls its queue', () => {
  const options = workerOptions({
    ...{ settings: readSettings({}), namespace: 'default' },
    ...{ queue: 'q', buildId: 'b' },
  });

  it('has room for an activity and two workflows of each item that a run may have in flight', () => {
    expect(options.maxConcurrentActivityTaskExecutions).toBeGreaterThanOrEqual(mostAtATime);
    expect(options.maxCachedWorkflows).toBeGreaterThanOrEqual(2 * mostAtATime);
  });
});
