import { knownEnvironment } from '../../../../activities/environment/repository/known-environment';
import { environmentRecord } from '../../../fakes/environment-samples';
import { createMemoryStore } from '../../../fakes/memory-store';

test('an environment that the store lacks is an error that says so', async () => {
  const { environments } = createMemoryStore();
  const record = environmentRecord();
  await environments.saveEnvironment(record);
  expect(await knownEnvironment(environments, record.sha256)).toEqual(record);
  await expect(knownEnvironment(environments, 'f'.repeat(64))).rejects.toMatchObject({
    code: 'ENVIRONMENT_MISSING',
    message: 'environment ffffffffffff is not in the store',
  });
});
