import type { Rater } from '../filter';

const form =
  'Choose one whole number from this list: 1, 2, 3, 4, 5. Write the number first. Then explain it in one sentence.';

/** Facts of the two rubrics of OpenCodeInterpreter, appendix A, in our words. The second one is stricter. */
export const ratingPrompts: Readonly<Record<Rater, string>> = {
  'first-rater': [
    'Rate how complex the programming query in square brackets is.',
    '1: very basic. It needs one simple step.',
    '2: basic. It needs the usual constructs of a language.',
    '3: intermediate. It needs several steps that depend on each other.',
    '4: difficult. It needs algorithms or data structures beyond the usual ones.',
    '5: very difficult. It needs a new combination of ideas.',
    form,
  ].join('\n'),
  'second-rater': [
    'Rate the programming query in square brackets as a strict reviewer of hard problems would.',
    '1: basic sorting, searching or walking through a tree.',
    '2: common algorithms with a small twist.',
    '3: graphs, dynamic programming or advanced work with strings.',
    '4: the design of a system, or a problem that no fast exact algorithm is known for.',
    '5: work for an expert, across several fields.',
    form,
  ].join('\n'),
};
