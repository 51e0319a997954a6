import { PatchLine, asBankLine } from '../../../../llm/simulated/bank/patch-line';
import { checkBank } from '../../../../llm/simulated/bank/check-bank';
import { bankStats } from '../../../../llm/simulated/bank/bank-stats';
import { loadBank } from '../../../../llm/simulated/bank/load-bank';
import { bankFile } from '../bank-file';
import { jsonl, line } from '../bank-samples';
import { issue, patchRow, patchTo, placeRow } from '../patch-samples';

const labelOf = (changes: Record<string, unknown>) =>
  asBankLine(PatchLine.parse(patchRow(changes))).recorded_pass;

describe('the label of a recorded patch', () => {
  it('is the recorded verdict', () => {
    expect([true, false, null].map((recorded_resolved) => labelOf({ recorded_resolved }))).toEqual([
      ...[true, false, null],
    ]);
  });

  it('is unknown where every run that says no had a broken environment', () => {
    const [broken, sound] = [
      { resolved: false, p2p: [0, 7] },
      { resolved: false, p2p: [6, 7] },
    ];
    expect(labelOf({ recorded: [broken] })).toBeNull();
    expect(labelOf({ recorded: [broken, sound] })).toBe(false);
    expect(labelOf({ recorded: [{ resolved: false }] })).toBe(false);
  });
});

describe('a bank of patches and places', () => {
  const patches = jsonl([patchRow(), patchRow({ patch: patchTo('2'), recorded_resolved: true })]);
  const places = jsonl([placeRow()]);

  it('is read from public rows, beside rows of programs', async () => {
    const files = [patches, places, jsonl([line()])].map((text) => bankFile(text));
    const bank = await loadBank(files);
    expect(bank.rows.map(({ problem, label }) => [problem, label])).toEqual([
      [issue, false],
      [issue, true],
      ['P/0', false],
    ]);
    expect(bank.rows[0]).toMatchObject({ method: 'agent run-1', program: patchTo('1') });
    expect(bankStats(bank)).toMatchObject({ problems: 2, patches: { problems: 1, located: 1 } });
  });

  it('without a patch is refused', async () => {
    const empty = loadBank([bankFile(places)]);
    await expect(empty).rejects.toMatchObject({ code: 'BANK_EMPTY' });
  });

  it('names the line and the field that are wrong', async () => {
    const file = bankFile(jsonl([patchRow(), patchRow({ patch: ' ' })]));
    await expect(loadBank([file])).rejects.toThrow(/line 2, field patch: is empty/);
    const wrong = bankFile(jsonl([placeRow({ lines: [['x.py']] }), patchRow(), placeRow()]));
    const { faults } = await checkBank([wrong], ['other']);
    expect(faults.map(({ line: at, field }) => [at, field])).toEqual([
      [1, 'lines.0.0'],
      [2, 'instance_id'],
      [3, 'instance_id'],
    ]);
  });
});
