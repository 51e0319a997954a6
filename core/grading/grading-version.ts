/**
 * Of how programs are judged, whatever the box: to be raised when a program gets another verdict, or other feedback, so that
 * no run mixes two. What of it is compared outside the box has versions of its own in the keys of results.
 */
export const gradingVersion = 1;
