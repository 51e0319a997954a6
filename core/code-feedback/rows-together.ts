/** Rows of a stored page. */
export const rowsTogether = 50;
