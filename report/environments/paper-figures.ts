/** R2E's figures (paper, page). Validity is of functions that ran; Eval1 is its benchmark; ranges are over prompt forms. */
export const paperFigures = {
  validity: 'sliced 44 %, full up to 51.7 %',
  coverage: 'sliced 83 %, full 77.2 %, Eval1 92.2 %',
  cases: 'Eval1 11.5',
  /** Shares of its invalid harnesses; they add up to 101 there. */
  classes: {
    'value-or-type': '40 %',
    assertion: '25 %',
    environment: '21 %',
    'data-format': '15 %',
  },
} as const;
