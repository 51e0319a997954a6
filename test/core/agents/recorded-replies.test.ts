import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { parseScoreReply } from '../../../core/agents/critic-score';
import { parseVerificationReply } from '../../../core/agents/critic-verification';
import { extractProgram } from '../../../core/agents/extract-program';
import { extractionVersion } from '../../../core/agents/extraction-version';
import { parseIdeaList } from '../../../core/replies/idea-list';
import { pythonReader } from '../../../datasets';
import {
  ideasAskedFor,
  isReadAsWanted,
  loadJudgements,
} from '../../../laboratory/trials/replies/judgement-rows';
import { describeWithData, sharedData } from '../../prerequisites';

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly name?: string;
  readonly asked?: string;
  readonly entry_point?: string;
  readonly at_most?: number;
  readonly reply: string;
  readonly want?: unknown;
  readonly want_items?: readonly string[];
}

interface Wanted {
  readonly exact?: string;
  readonly contains?: readonly string[];
}

const [code, judgements, synthetic] = ['code', 'judgements', 'synthetic'].map(
  (name) => `replies/${name}.jsonl.gz`,
) as [string, string, string];

function rowsOf(file: string): readonly Row[] {
  const text = gunzipSync(readFileSync(sharedData(file))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

const programIn = ({ reply, entry_point: entryPoint = '' }: Row): string | null =>
  extractProgram(reply, { entryPoint, ...pythonReader }).program;

/** What a list of ideas was asked for as; anything else is read as strategies. */
function listIn(row: Row, atMost: number): readonly string[] {
  const read = parseIdeaList(row.reply, ideasAskedFor(row.asked ?? row.name ?? ''), atMost);
  return read.ok ? read.value : [];
}

function isRead(row: Row): boolean {
  const want = row.want ?? null;
  switch (row.kind) {
    case 'score': {
      const read = parseScoreReply(row.reply);
      return (read.ok ? read.value.score : null) === want;
    }
    case 'verdict': {
      const read = parseVerificationReply(row.reply);
      return (read.ok ? read.value.accept : null) === want;
    }
    case 'list': {
      const atMost = row.at_most ?? (row.name?.includes('more-than') === true ? 2 : 10);
      const items = listIn(row, atMost);
      const same =
        row.want_items === undefined || JSON.stringify(items) === JSON.stringify(row.want_items);
      return items.length === (want ?? 0) && same;
    }
    default: {
      const program = programIn(row);
      if (want === null) return program === null;
      const { exact, contains = [] } = want as Wanted;
      if (exact !== undefined) return program?.trim() === exact.trim();
      return contains.every((part) => program?.includes(part) === true);
    }
  }
}

describeWithData([judgements, synthetic])('replies in the styles of real models', () => {
  it('are read as a careful reader does: every score, verdict and list of real models', async () => {
    const wanted = await loadJudgements(sharedData(''));
    expect(wanted.length).toBeGreaterThan(190);
    expect(wanted.filter((row) => !isReadAsWanted(row)).map(({ id }) => id)).toEqual([]);
  });

  it('are read as their authors wanted: every one that was written by hand', () => {
    const rows = rowsOf(synthetic);
    expect(rows.filter((row) => !isRead(row)).map(({ name }) => name)).toEqual([]);
  });
});

describeWithData([code, judgements])('the version of reading replies', () => {
  it('is raised whenever a reply of a real model is read as something else', () => {
    const read = [
      ...rowsOf(code).map((row) => programIn(row)),
      ...rowsOf(judgements).map((row) => [
        parseScoreReply(row.reply),
        parseVerificationReply(row.reply),
        listIn(row, 10),
      ]),
    ];
    const sha256 = createHash('sha256').update(JSON.stringify(read)).digest('hex');
    expect({ version: extractionVersion, sha256 }).toEqual({
      version: 3,
      sha256: 'd1a8a643ba81b142c41884530369e821716e0e1741a7a4d55d104d27a6ed9e81',
    });
  });
});
