import type { Critique } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import { parseScoreReply } from './critic-score';
import type { OutputScore } from './critic-score';
import { parseVerificationReply } from './critic-verification';
import type { Verification } from './critic-verification';
import { fallbackValues } from './fallback-values';
import type { NodeAgent } from './node-agent';
import { parseReflectionsReply } from './thinker-reflections';

/** As what the answer of each is read, and what the search goes on with. */
interface NodeAnswers {
  readonly 'critic-score': { readonly value: OutputScore; readonly kept: Critique };
  readonly 'critic-verification': { readonly value: Verification; readonly kept: Critique };
  readonly 'thinker-reflections': {
    readonly value: readonly string[];
    readonly kept: readonly TextRef[];
  };
}

export type NodeRole = keyof NodeAnswers;
export type NodeValue<Role extends NodeRole> = NodeAnswers[Role]['value'];
export type NodeAnswer<Role extends NodeRole> = NodeAnswers[Role]['kept'];

export const nodeAgents: {
  readonly [Role in NodeRole]: NodeAgent<NodeValue<Role>, NodeAnswer<Role>>;
} = {
  'critic-score': {
    prompt: (facts, { score }) => score(facts),
    temperature: 0,
    parse: parseScoreReply,
    fallback: { analysis: '', score: fallbackValues.score },
    kept: async ({ analysis, score }, neutral, keep) => ({
      kind: 'score',
      score,
      words: await keep(analysis),
      neutral,
    }),
  },
  'critic-verification': {
    prompt: (facts, { verification }) => verification(facts),
    temperature: 0,
    parse: parseVerificationReply,
    fallback: { analysis: '', accept: fallbackValues.accept },
    kept: async ({ analysis, accept }, neutral, keep) => ({
      kind: 'verification',
      accepted: accept,
      words: await keep(analysis),
      neutral,
    }),
  },
  'thinker-reflections': {
    prompt: (facts, { reflections }) => reflections(facts),
    temperature: 0,
    parse: (reply, { atMost }) => parseReflectionsReply(reply, atMost),
    fallback: fallbackValues.reflections,
    kept: (reflections, _, keep) => Promise.all(reflections.map(keep)),
  },
};
