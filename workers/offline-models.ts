import { EspalierError } from '../core/errors/errors';
import type { ModelClient } from '../core/adapters/model';

/** A question that the journal has no answer to, where no model is asked. */
class NoAnswerKeptError extends EspalierError {
  constructor(model: string, identity: string) {
    super(`no answer of ${model} to question ${identity.slice(0, 12)}… is kept here`, {
      code: 'NO_ANSWER_KEPT',
      remedy: 'Nothing is asked in a rerun: see which questions its folder lacks',
      fate: 'pauses-run',
    });
  }
}

/** Every model's client of a worker that asks nobody: what the journal has is read, anything else pauses its run. */
export function offlineModels(): Promise<ModelClient> {
  return Promise.resolve({
    send: ({ model }, { identity }) => Promise.reject(new NoAnswerKeptError(model, identity)),
  });
}
