/**
 * Samples in one page, graded by one activity of one child, which costs as much as some tens of programs. Not more: a page
 * is small compared with a worker's memory and with the wait of other machines at the end.
 */
export const samplesTogether = 200;
