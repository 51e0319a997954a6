/** `detail` of a `timed-out`: one case of many took the time that a case may take. */
export const caseTimeDetail = 'case';

/** `detail` of a `raised`: the program could not be loaded, so that no case was tried. */
export const loadingDetail = 'loading';
