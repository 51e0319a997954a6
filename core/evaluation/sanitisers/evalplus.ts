import { kindOf } from '../../tasks/kinds';
import type { Sanitiser } from './sanitiser';

/** Like `evalplus.sanitize` on a file: puts a newline between prompt and completion, although an evaluation does not. */
export const evalPlusSanitiser: Sanitiser = {
  name: 'evalplus',
  version: 1,
  what: "EvalPlus 0.3.1's sanitize: the longest part that parses, of that imports and what the entry point reaches",
  sanitise: async (samples, { evalPlus }) => {
    const texts = samples.map(({ form, text, problem }) => ({
      text: form === 'solution' ? text : kindOf(problem).continued(problem, `\n${text}`),
      entryPoint: kindOf(problem).entryPoint(problem),
    }));
    const sanitised = await evalPlus(texts);
    return samples.map(({ form, text }, index) => {
      const kept = sanitised[index] ?? null;
      return kept === null ? { form, text, unsanitised: true } : { form: 'solution', text: kept };
    });
  },
};
