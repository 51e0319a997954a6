import { AttemptContexts } from '../../../activities/work/attempt-contexts';
import { versionsOf } from '../../../core/work/versions';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const versions = versionsOf(scriptedRunConfig());

async function contextsWith(begunWith: typeof versions): Promise<AttemptContexts> {
  const store = createMemoryStore();
  await store.runs.createRun('r', { ...scriptedRunConfig(), versions: begunWith });
  return new AttemptContexts(store);
}

describe('what the activities of an attempt need of its run', () => {
  it('is not given of a run that was begun with other versions: it pauses, whoever set it to work', async () => {
    const contexts = await contextsWith({ ...versions, prompts: 'a'.repeat(64) });
    await expect(contexts.run('r')).rejects.toMatchObject({
      code: 'RUN_OF_OTHER_VERSIONS',
      fate: 'pauses-run',
      message: 'run r was begun with other versions of: prompts',
    });
  });

  it('is given of one of these versions', async () => {
    const { id } = await (await contextsWith(versions)).run('r');
    expect(id).toBe('r');
  });
});
