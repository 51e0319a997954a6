/**
 * Samples that are kept in one page, and graded by one activity of one child workflow. A child costs as much as some tens of
 * programs; a page is still a small part of a worker's memory, and what other machines wait for at the end.
 */
export const samplesTogether = 200;
