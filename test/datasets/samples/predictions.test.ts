import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { writtenSamples } from '../../../datasets';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'predictions-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, content: unknown): string => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const sample = (id: string, patch: string, model = 'm') => ({
  names: [id],
  form: 'solution',
  text: patch,
  row: JSON.stringify({ instance_id: id, model_name_or_path: model, model_patch: patch }),
});

describe('predictions of patches', () => {
  const rows = [
    { instance_id: 'a__b-1', model_name_or_path: 'm', model_patch: 'diff' },
    { instance_id: 'a__b-2', model_name_or_path: 'm', model_patch: null },
  ];
  const read = [sample('a__b-1', 'diff'), sample('a__b-2', '')];

  it('are an object by id', async () => {
    const byId = Object.fromEntries(rows.map((row) => [row.instance_id, row]));
    expect(await writtenSamples(write('preds.json', byId))).toEqual(read);
    const short = { 'a__b-1': { model_patch: 'diff', model_name_or_path: 'm' } };
    expect(await writtenSamples(write('short.json', short))).toEqual([read[0]]);
    const other = write('other.json', { 'a__b-9': rows[0] });
    await expect(writtenSamples(other)).rejects.toThrow('is "a__b-1" under the key "a__b-9"');
  });

  it('are a list, over one line or many', async () => {
    expect(await writtenSamples(write('preds.json', rows))).toEqual(read);
    expect(await writtenSamples(write('p.json', JSON.stringify(rows, null, 2)))).toEqual(read);
  });

  it('are JSON Lines, also of one row', async () => {
    const lines = rows.map((row) => JSON.stringify(row));
    expect(await writtenSamples(write('all_preds.jsonl', lines.join('\n')))).toEqual(read);
    expect(await writtenSamples(write('one.jsonl', lines[0]))).toEqual([read[0]]);
  });

  it('may name the patch and the model shortly, or nobody', async () => {
    const recorded = { instance_id: 'a__b-1', model: 'gpt', patch: 'diff' };
    expect(await writtenSamples(write('r.jsonl', recorded))).toEqual([
      sample('a__b-1', 'diff', 'gpt'),
    ]);
    const nobody = { instance_id: 'a__b-1', model_patch: 'diff' };
    expect(await writtenSamples(write('n.jsonl', nobody))).toEqual([
      sample('a__b-1', 'diff', 'unknown'),
    ]);
  });

  it('are a folder of mini-swe-agent with all of them in one file', async () => {
    write('preds.json', { 'a__b-1': rows[0] });
    write('a__b-1/a__b-1.traj.json', { info: { submission: 'other' } });
    expect(await writtenSamples(folder)).toEqual([read[0]]);
  });

  it('are a folder for each task, with a trajectory or a prediction', async () => {
    write('run/a__b-1/a__b-1.traj.json', { info: { submission: 'diff' }, messages: [] });
    write('run/a__b-2/a__b-2.traj', { info: {}, trajectory: [] });
    write('run/a__b-3/a__b-3.pred', { ...rows[0], instance_id: 'a__b-3' });
    expect(await writtenSamples(join(folder, 'run'))).toEqual([
      sample('a__b-1', 'diff', 'run'),
      sample('a__b-2', '', 'run'),
      sample('a__b-3', 'diff'),
    ]);
  });

  it.each([
    ['p.jsonl', { instance_id: 'a__b-1' }, /line 1, field "model_patch": is missing/u],
    ['p.jsonl', { instance_id: 'a__b-1', model_patch: 3 }, /line 1, field "model_patch"/u],
    ['p.json', [{ instance_id: 'a', model_patch: '' }, 3], /row 2: is not a prediction/u],
    ['x/a__b-1/a__b-1.traj', '[]', /is neither a prediction nor a trajectory/u],
  ])('that cannot be read are refused by file and row: %s %j', async (name, content, message) => {
    const path = write(name, content);
    await expect(writtenSamples(name.startsWith('x/') ? join(folder, 'x') : path)).rejects.toThrow(
      message,
    );
  });
});
