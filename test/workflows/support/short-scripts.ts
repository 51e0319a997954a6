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
