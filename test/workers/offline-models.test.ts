import { offlineModels } from '../../workers/offline-models';
import { requestIdentity } from '../../llm';
import { callUse, modelRequest } from '../../laboratory/fakes/model-requests';

describe('the models of a rerun', () => {
  it('answer nothing: a question pauses its run and is named', async () => {
    const request = modelRequest({ model: 'some-model' });
    const identity = requestIdentity(request);
    const { send } = await offlineModels();
    await expect(send(request, { identity, context: callUse().context })).rejects.toMatchObject({
      code: 'NO_ANSWER_KEPT',
      fate: 'pauses-run',
      message: expect.stringContaining(
        `some-model to question ${identity.slice(0, 12)}`,
      ) as unknown,
    });
  });
});
