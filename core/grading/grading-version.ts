/**
 * Of how programs are judged, whatever the box: to be raised when a program gets another verdict, or other feedback, so that
 * no run mixes two. 2: visible tests that the reference fails are not shown, and its problem is not scored where it fails the hidden
 * ones. What of it is compared outside the box has versions of its own in the keys of results.
 */
export const gradingVersion = 2;
