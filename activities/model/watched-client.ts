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

/** So often a request is sent for an answer that somebody can use. */
const mostUnusable = 3;
/** So many requests that are refused one after another with the same words are no matter of their problems. */
const refusedRunning = 5;

/** Before the second and the third sending, ms: what was a hiccup of a gateway is over then. */
const pausesMs: readonly number[] = [10_000, 60_000];

/**
 * A client that knows what its run has met at the endpoint, whichever process met it: it leaves out what was refused before;
 * asks no oftener than `mostUnusable` times for an answer that can be used; and stops the run where the endpoint refuses everything.
 * A person who lets the run go on has it counted anew.
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
  // A chat goes on with the next thing that its person says.
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
