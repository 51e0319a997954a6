import type { ModelClient } from '../../core/adapters/model';
import type { ModelQuestion, ModelReply } from './ask-model';

type Ask = (question: ModelQuestion) => Promise<ModelReply>;

/** Keeps with a refusal as too long which limit of ours it was asked under. */
export function notingLimit(client: ModelClient, contextTokens: number | undefined): ModelClient {
  if (contextTokens === undefined) return client;
  return {
    send: async (request, options) => {
      const answer = await client.send(request, options);
      return answer.finishReason === 'context-length' ? { ...answer, contextTokens } : answer;
    },
  };
}

/** A refusal that was given under another limit is no answer under this one: the endpoint may take more by now. */
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
