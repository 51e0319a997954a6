import { parseScoreReply } from '../../core/agents/critic-score';
import { parseVerificationReply } from '../../core/agents/critic-verification';
import { extractProgram } from '../../core/agents/extract-program';
import { extractionVersion } from '../../core/agents/extraction-version';
import { parseExamples } from '../../core/replies/example-list';
import { parseIdeaList } from '../../core/replies/idea-list';
import { readConfidence } from '../../core/replies/read-confidence';
import { pythonReader } from '../../datasets';
import { judgementSpecimens, listSpecimens, programSpecimens } from './specimens/reply-specimens';
import { sha256OfSpecimens } from './specimens/prompt-specimens';

const under = (read: unknown) => ({
  version: extractionVersion,
  sha256: sha256OfSpecimens(read).slice(0, 16),
});

// Read otherwise on purpose? Raise extractionVersion (core/agents/extraction-version.ts), then put down here what is received:
// runs under another reading are other runs.
describe('the reading of replies, whose version is raised when a specimen is read as something else,', () => {
  it('finds programs', () => {
    const read = programSpecimens.flatMap((reply) =>
      ['f', null].map((entryPoint) => extractProgram(reply, { entryPoint, ...pythonReader })),
    );
    expect(under(read)).toEqual({ version: 3, sha256: '7d8d89fe79feb121' });
  });

  it('finds scores, verdicts and confidences', () => {
    const read = judgementSpecimens.map((reply) => [
      parseScoreReply(reply),
      parseVerificationReply(reply),
      readConfidence(reply),
    ]);
    expect(under(read)).toEqual({ version: 3, sha256: '7ceacd57dcef183d' });
  });

  it('finds lists', () => {
    const read = listSpecimens.map((reply) => [
      parseIdeaList(reply, 'strategies', 3),
      parseIdeaList(reply, 'reflections', 3),
      parseExamples(reply, 3),
    ]);
    expect(under(read)).toEqual({ version: 3, sha256: '92853da6a4697850' });
  });
});
