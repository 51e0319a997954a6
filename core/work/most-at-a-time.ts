/**
 * Maximum number of items in flight. The engine accepts 2,000 open children, signals and cancellations of one workflow. A
 * pause signals every item, possibly while another signal to each is under way.
 */
export const mostAtATime = 1000;
