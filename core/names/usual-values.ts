/** Generated programs per problem of a search. */
export const usualBudget = 20;
/** Probability that a verification of the simulated Critic agrees with the label of the program. */
export const usualCriticAccuracy = 0.8;
/** Probability that the simulated Solver or Debugger answers with a correct program. */
export const usualCompetence = 0.5;
/** Code blocks that a chat runs for one message of the person, as in the demo of OpenCodeInterpreter. */
export const usualBlocks = 3;
