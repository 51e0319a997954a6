/**
 * What a search answers with that accepted nothing. `best`: the program that passes most visible tests, then the best scored,
 * then the earliest; ours. `last-failing`: the last program that fails a visible test, else the first program, as CodeTree's
 * authors' code has it for its tree with a critic. `passing`: the first program that passes every visible test, else none, as
 * that code has it for the other methods.
 */
export const answerRules = ['best', 'last-failing', 'passing'] as const;
export const usualAnswerRule = 'best';
export type AnswerRule = (typeof answerRules)[number];

/** Rules that belong to a method. `rerank`: filters, then the largest group of equal patches (Agentless). */
export type OwnAnswerRule = 'rerank';
