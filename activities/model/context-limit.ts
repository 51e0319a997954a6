import type { ModelClient } from '../../core/adapters/model';
import type { ModelQuestion, ModelReply } from './ask-model';

type Ask = (question: ModelQuestion) => Promise<ModelReply>;

/** Stores, with a refusal of a long request, the limit of ours under which it was sent. */
export function notingLimit(client: ModelClient, contextTokens: number | undefined): ModelClient {
  if (contextTokens === undefined) return client;
  return {
    send: async (request, options) => {
      const answer = await client.send(request, options);
      return answer.finishReason === 'context-length' ? { ...answer, contextTokens } : answer;
    },
  };
}

/** A refusal under another limit is not an answer under this limit: the endpoint may accept more by now. */
export function underLimit(contextTokens: number | undefined, ask: Ask): Ask {
  return async (question) => {
    const reply = await ask(question);
    const { answer, identity } = reply;
    const isSame = answer.contextTokens === contextTokens;
    if (answer.finishReason !== 'context-length' || isSame) return reply;
    const request = { ...question.request, contextTokens: contextTokens ?? null };
    return { ...(await ask({ ...question, request })), refusedBefore: identity };
  };
}
