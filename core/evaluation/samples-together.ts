/**
 * Number of samples in one page. One activity of one child workflow grades a page. A child costs as much as some tens of
 * programs. A page is small compared with the memory of a worker and with the wait of other machines at the end.
 */
export const samplesTogether = 200;
