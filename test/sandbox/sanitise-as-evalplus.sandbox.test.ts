import { hiddenLimit } from '../../core/grading/hidden-limit';
import { openSandbox, sanitiseAsEvalPlus, type CellSandbox } from '../../sandbox';
import { describeWithSandbox } from '../prerequisites';

const reply = 'Sure 😀:\n```python\nimport os\ndef g(): return 1\ndef f(): return 2\n```\n';
const code = 'import os\ndef f(): return 2';

describeWithSandbox('texts that are sanitised in boxes', () => {
  let sandbox: CellSandbox;
  beforeAll(async () => {
    const stateLabel = `espalier-sanitise-${process.pid}`;
    sandbox = await openSandbox({ backend: 'bubblewrap', slots: 2, stateLabel });
  }, 60_000);
  afterAll(() => sandbox.close());

  it('come back in their order, whatever is written in them', async () => {
    const texts = Array.from({ length: 250 }, (_, place) => ({
      text: `${reply}# ${String(place)}`,
      entryPoint: place % 2 === 0 ? 'f' : 'g',
    }));
    const sanitised = await sanitiseAsEvalPlus(texts, { sandbox, width: 2 });
    expect(sanitised).toHaveLength(250);
    expect(sanitised[0]).toBe(code);
    expect(sanitised[249]).toBe('import os\ndef g(): return 1');
  }, 60_000);

  it('keep every definition where no entry point is asked for, and hold surrogates of their own', async () => {
    const texts = [
      { text: 'def g(): return 1\nprint(2)\nx = 3', entryPoint: null },
      { text: "x = '\ud800'\ny = 1\nz = y", entryPoint: 'z' },
    ];
    const sanitised = await sanitiseAsEvalPlus(texts, { sandbox, width: 1 });
    expect(sanitised).toEqual(['def g(): return 1\nx = 3', 'y = 1\nz = y']);
  }, 60_000);

  it('cost no other its own when one of them ends the interpreter', async () => {
    const killer = { text: `x = [${'1,'.repeat(1_000_000)}]\ny = 1`, entryPoint: 'x' };
    const honest = { text: reply, entryPoint: 'f' };
    const limits = hiddenLimit({ cpuSeconds: 1 });
    const texts = [honest, killer, honest, killer];
    const sanitised = await sanitiseAsEvalPlus(texts, { sandbox, width: 1, limits });
    expect(sanitised).toEqual([code, null, code, null]);
  }, 120_000);

  it('of which there are none need no box', async () => {
    expect(await sanitiseAsEvalPlus([], { sandbox, width: 1 })).toEqual([]);
  });
});
