/** Samples in one page, graded by one activity of one child, which costs as much as some tens of programs. */
export const samplesTogether = 200;
