import { EspalierError } from '../../core/errors/errors';
import type { ModelClient } from '../../core/adapters/model';
import type { AgentRole } from '../../core/names/roles';
import type { ModelAnswer, ModelRequest } from '../../core/schemas/model';
import { ModelCancelledError } from '../../llm';
import { deferred } from './deferred';
import { modelAnswer } from '../../laboratory/fakes/model-requests';

/** A script was asked for more than it holds. Final, so that a test sees it at once. */
export class ScriptEndedError extends EspalierError {
  constructor(what: string) {
    super(`the script has nothing for ${what}`, {
      code: 'SCRIPT_ENDED',
      remedy: 'Add it to the script of this test',
    });
  }
}

export interface ScriptedCall {
  readonly problem: string;
  readonly role: AgentRole;
  readonly ordinal: number;
  readonly request: ModelRequest;
  /** Where a text comes from, a reply that was waited for has been given up. */
  aborted: boolean;
}

/** A text, a whole answer, a failure, or a function that decides when it is asked. */
export type ScriptedReply =
  | string
  | Error
  | Partial<ModelAnswer>
  | ((call: ScriptedCall, signal: AbortSignal) => Promise<string>);

/** The replies of each role, in the order they are given. */
export type Script = Partial<Record<AgentRole, readonly ScriptedReply[]>>;

export interface ScriptedModel extends ModelClient {
  /** Every call that was sent, in order. */
  readonly calls: readonly ScriptedCall[];
  /** What was asked beyond the script. */
  readonly surprises: readonly string[];
}

/** A model that says what a test tells it to, per problem, sample and role; beyond that it fails loudly. */
export function createScriptedModel(script: Script | ((problem: string) => Script)): ScriptedModel {
  const calls: ScriptedCall[] = [];
  const surprises: string[] = [];
  const said = new Map<string, number>();
  const scriptOf = typeof script === 'function' ? script : () => script;

  function nextReply({ problem, role, request }: ScriptedCall): ScriptedReply {
    const key = JSON.stringify([problem, request.draw.sample, role]);
    const place = said.get(key) ?? 0;
    said.set(key, place + 1);
    const reply = scriptOf(problem)[role]?.[place];
    if (reply !== undefined) return reply;
    const what = `${role} reply ${String(place)} on ${problem}`;
    surprises.push(what);
    throw new ScriptEndedError(what);
  }

  return {
    calls,
    surprises,
    send: async (request, { context, signal = new AbortController().signal }) => {
      const { draw } = request;
      const call = { ...context, ordinal: draw.ordinal, request, aborted: false };
      calls.push(call);
      const reply = nextReply(call);
      if (reply instanceof Error) throw reply;
      if (typeof reply === 'function') return modelAnswer({ text: await reply(call, signal) });
      return modelAnswer(typeof reply === 'string' ? { text: reply } : reply);
    },
  };
}

export interface HeldReply {
  readonly reply: ScriptedReply;
  /** Somebody waits for the reply. */
  readonly reached: Promise<void>;
  readonly release: () => void;
}

/** A reply that comes when it is released; giving up the call while it waits is seen in `aborted`. */
export function heldReply(text: string): HeldReply {
  const reached = deferred();
  const released = deferred();
  return {
    reached: reached.promise,
    release: released.resolve,
    reply: async (call, signal) => {
      reached.resolve();
      const givenUp = new Promise<never>((_, reject) => {
        const end = (): void => {
          call.aborted = true;
          const { logicalEndpoint: endpoint, model } = call.request;
          reject(new ModelCancelledError({ endpoint, model, words: 'given up while it waited' }));
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      });
      await Promise.race([released.promise, givenUp]);
      return text;
    },
  };
}
