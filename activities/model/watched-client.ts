import type { EndpointNotes } from '../../core/adapters/endpoint-notes';
import type { ModelClient } from '../../core/adapters/model';
import type { AttemptKey } from '../../core/ports/records';
import { refusalWords } from '../../core/errors/refusal-words';
import { isChatId } from '../../core/refinement/chat-id';
import {
  ModelAddressError,
  ModelNonsenseError,
  ModelRefusesRunError,
  ModelRejectedRequestError,
  ModelUnusableError,
} from '../../llm';
import { refusedInRun } from './refused-in-run';

/** Maximum number of requests for one usable answer. */
const mostUnusable = 3;
/** This many refusals in a row with the same words are not caused by the problems. */
const refusedRunning = 5;

/** Waits before the second and third request, in ms. A short fault of a gateway is over by then. */
const pausesMs: readonly number[] = [10_000, 60_000];

/**
 * A client that knows everything that its run has met at the endpoint, in any process. It leaves out refused features, asks
 * at most `mostUnusable` times for a usable answer, and pauses the run when the endpoint refuses everything. After a person
 * resumes the run, it counts from zero.
 */
export function watchedClient(
  client: ModelClient,
  notes: EndpointNotes,
  attempt: AttemptKey,
): ModelClient {
  const refused = refusedInRun(notes, attempt.run);
  return {
    send: async (request, options) => {
      const { identity } = options;
      const place = { endpoint: request.logicalEndpoint, model: request.model };
      const spent = await notes.countUnusable(attempt.run, identity);
      if (spent >= mostUnusable) {
        const words = `${String(spent)} answers came before, and none that can be used`;
        throw new ModelUnusableError({ ...place, words });
      }
      try {
        return await client.send(request, { ...options, refused });
      } catch (error) {
        if (error instanceof ModelNonsenseError) {
          throw await afterUnusable(notes, { identity, attempt, error });
        }
        if (error instanceof ModelRejectedRequestError && error.fate === 'terminal') {
          throw await afterRefusal(notes, { identity, run: attempt.run, error });
        }
        throw error;
      }
    },
  };
}

async function afterUnusable(
  notes: EndpointNotes,
  {
    identity,
    attempt,
    error,
  }: {
    readonly identity: string;
    readonly attempt: AttemptKey;
    readonly error: ModelNonsenseError;
  },
): Promise<Error> {
  const { usage, costUsd, page } = error.answer;
  const { endpoint, model, words } = error;
  const count = await notes.addUnusable({ identity, attempt, words, usage, costUsd });
  const failure = { endpoint, model };
  const pauseMs = pausesMs[count - 1];
  if (count < mostUnusable) {
    return new ModelNonsenseError(
      { ...failure, words, ...(pauseMs === undefined ? {} : { retryAfterMs: pauseMs }) },
      error.answer,
    );
  }
  const last = `${String(count)} answers, and none that can be used; the last: ${words}`;
  return page
    ? new ModelAddressError(
        { ...failure, words: last },
        'OPENAI_BASE_URL leads to a web page: check it (most end in /v1), and what stands before the endpoint',
      )
    : new ModelUnusableError({ ...failure, words: last });
}

async function afterRefusal(
  notes: EndpointNotes,
  {
    identity,
    run,
    error,
  }: {
    readonly identity: string;
    readonly run: string;
    readonly error: ModelRejectedRequestError;
  },
): Promise<Error> {
  // A chat continues with the next message of its person.
  if (isChatId(run)) return error;
  const { endpoint, model, status, words } = error;
  const call = { identity, run, model, words: refusalWords(words) };
  const everything = await notes.addRefused(call, refusedRunning);
  if (!everything) return error;
  const last = `${words} (so it said to ${String(refusedRunning)} requests or more, one after another)`;
  return new ModelRefusesRunError({
    ...{ endpoint, model, words: last },
    ...(status === undefined ? {} : { status }),
  });
}
