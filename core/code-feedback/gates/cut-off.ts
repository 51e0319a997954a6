import type { Gate } from './gate';

/** The JSON of a simulated person is not looked at: it cannot be read when it is cut off. */
export const cutOff: Gate = {
  name: 'cut-off',
  summary: 'A reply in the dialogue was cut off at the limit of tokens.',
  finds: ({ steps }) => {
    const place = steps.findIndex(
      (step) => step.kind === 'asked' && step.cutOff === true && step.speaker !== 'asking-user',
    );
    return place < 0 ? null : `the reply of step ${String(place + 1)} was cut off`;
  },
};
