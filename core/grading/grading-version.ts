/**
 * Raise it when a program gets another verdict or feedback, so that no run mixes two (test/pins/grading.test.ts). Comparison
 * outside the box has its own versions in the keys of results. 1: asserts of our own. 2: functions of LiveCodeBench and APPS
 * as calls in JSON, as their tools judge them; visible tests that the reference fails are not shown, and its problem is not
 * scored where it fails the hidden ones.
 */
export const gradingVersion = 2;
