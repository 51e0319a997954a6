import { extractProgram } from '../../agents/extract-program';
import { extractionVersion } from '../../agents/extraction-version';
import { kindOf } from '../../tasks/kinds';
import type { Sanitiser } from './sanitiser';

/**
 * As our runs read a reply. A completion that does not define the entry point is read with the prompt as one text. A text
 * without a program becomes an empty program, which fails.
 */
export const espalierSanitiser: Sanitiser = {
  name: 'espalier',
  version: extractionVersion,
  what: "our own reading of a model's reply: fences, thoughts and prose go, helpers, decorators and later definitions stay",
  sanitise: async (samples, { python }) =>
    samples.map(({ form, text, problem }) => {
      const search = { ...python, entryPoint: kindOf(problem).entryPoint(problem) };
      const preamble = kindOf(problem).continued(problem, '');
      const read = extractProgram(text, search);
      if (form === 'solution' || preamble === '')
        return { form: 'solution', text: read.program ?? '' };
      if (read.from === 'definition')
        return { form: 'solution', text: `${preamble}\n${read.program ?? ''}` };
      return {
        form: 'solution',
        text: extractProgram(kindOf(problem).continued(problem, text), search).program ?? '',
      };
    }),
};
