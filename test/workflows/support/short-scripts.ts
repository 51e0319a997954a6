import type { Script } from '../../fakes/scripted-model';
import {
  programReply,
  reflectionsReply,
  scoreReply,
  strategiesReply,
  verificationReply,
} from './scripted-problems';

/** A first program that is half right and a repair that is right. */
export const twoSteps: Script = {
  'thinker-strategies': [strategiesReply('count')],
  solver: [programReply('half')],
  debugger: [programReply('right')],
  'critic-score': [scoreReply(3)],
  'thinker-reflections': [reflectionsReply('look again')],
  'critic-verification': [verificationReply(true)],
};
/** A first program that is right. */
export const oneStep: Script = { solver: [programReply('right')] };
/** What becomes of the programs of both. */
export const programs = { half: 'pf/f', right: 'pp/p' };

/** Part of a run's configuration: one program a problem. */
export const direct = { method: 'direct' };
export const three = ['P/0', 'P/1', 'P/2'];

/** What an error of the scripted model says of it. */
export const failure = { endpoint: 'http://model.test/v1', model: 'scripted', words: 'no' };
