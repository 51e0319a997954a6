/**
 * Most items of a run in flight: the engine takes 2,000 children, signals and cancellations of one workflow that have not come to
 * their end, and a pause tells every item while others are told something else.
 */
export const mostAtATime = 1000;
