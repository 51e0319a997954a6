/**
 * Of how programs are judged, whatever the box: to be raised when a program gets another verdict, or other feedback, so that
 * no run mixes two. What of it is compared outside the box has versions of its own in the keys of results.
 * test/pins/grading.test.ts compares what specimens are judged as.
 * 1: asserts of our own. 2: functions of LiveCodeBench and APPS as calls in JSON, and what their tools make of these; visible
 * tests that the reference fails are not shown, and its problem is not scored where it fails the hidden ones.
 */
export const gradingVersion = 2;
