import type { Sanitiser } from './sanitiser';

export const noSanitiser: Sanitiser = {
  name: 'none',
  version: 1,
  what: 'texts are executed as they were written',
  sanitise: async (samples) => samples.map(({ form, text }) => ({ form, text })),
};
