import type { Sandbox } from '../../../core/adapters/sandbox';
import { openSandbox } from '../../../sandbox';
import { canonicalSolutionCanary, hiddenTestCanary } from '../../fixtures/canaries';
import { describeWithSandbox, describeWithTemporal } from '../../prerequisites';
import { outcomeOf, refining, shown } from '../support/scripted-dialogue';
import { played } from '../support/scripted-run';
import type { RunSpec, ScriptedRun } from '../support/scripted-run';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';
import { wholeHistories } from '../support/whole-history';

const reply = (body: string): string => `\`\`\`python\ndef f(x):\n    return ${body}\n\`\`\``;
/** Passes the visible tests, and not the hidden one. */
const almost = reply('x if x < 3 else x - 1');
const right = reply('x');
/** Of the hidden test alone, and of what such a program gives for it. */
const hiddenCase = '8675309';
const hiddenOutput = '8675308';
const hiddenAlike = '867530';
/** Says again what it was told. */
const echo = `It gave ${hiddenOutput}, so:\n\n${right}`;
/** Words about any failed test begin so. */
const anyWords = 'what it gave is not what is expected';
const oracleWords = `Mind large numbers, such as ${hiddenCase}.`;

describeWithTemporal('a dialogue that is shown hidden tests', () => {
  describeWithSandbox('in a real sandbox', () => {
    let engine: TestEngine;
    let sandbox: Sandbox;
    beforeAll(async () => {
      engine = await startTestEngine();
      sandbox = await openSandbox({ backend: 'bubblewrap', stateLabel: engine.root });
    });
    afterAll(async () => {
      await sandbox.close();
      await engine.close();
    });

    const play = (spec: RunSpec, then: (run: ScriptedRun) => Promise<void>) =>
      played(
        engine,
        {
          ...spec,
          sandbox,
          hidden: () => ({
            test: `assert f(${hiddenCase}) == ${hiddenCase}, '${hiddenTestCanary}'`,
            reference: `    # ${canonicalSolutionCanary}\n    return x\n`,
          }),
        },
        then,
      );
    const historiesWith = async (run: ScriptedRun, text: string): Promise<readonly string[]> => {
      const histories = await wholeHistories(engine, run.id);
      expect(histories.map(({ type }) => type)).toContain('refinementRound');
      return histories
        .filter(({ texts }) => texts.some((one) => one.includes(text)))
        .map(({ id }) => id);
    };

    it('shows them to the model that is to learn from them, and in no history', async () => {
      const config = refining({ feedbackTests: 'same' });
      await play({ config, script: { solver: [almost], debugger: [echo] } }, async (run) => {
        expect(await outcomeOf(run)).toMatchObject({ stop: 'passed', answer: 'r2' });
        expect(shown(run, 1)).toContain(hiddenOutput);
        expect(await historiesWith(run, hiddenAlike)).toEqual([]);
        expect(await historiesWith(run, hiddenTestCanary)).toEqual([]);
        expect(await historiesWith(run, canonicalSolutionCanary)).toEqual([]);
      });
    });

    it('shows the reference to the oracle alone, and what the oracle says in no history', async () => {
      const config = refining({ feedback: 'oracle', feedbackTests: 'same' });
      const script = { solver: [almost], oracle: [oracleWords], debugger: [right] };
      await play({ config, script }, async (run) => {
        expect(await outcomeOf(run)).toMatchObject({
          stop: 'passed',
          rounds: [{ feedback: { source: 'oracle', neutral: false } }, {}],
        });
        const sees = run.model.calls.filter(({ request }) =>
          JSON.stringify(request).includes(canonicalSolutionCanary),
        );
        expect(sees.map(({ role }) => role)).toEqual(['oracle']);
        expect(shown(run, 2)).toContain(oracleWords);
        expect(await historiesWith(run, canonicalSolutionCanary)).toEqual([]);
        expect(await historiesWith(run, hiddenAlike)).toEqual([]);
        expect(await historiesWith(run, anyWords)).toEqual([]);
        expect(await historiesWith(run, hiddenTestCanary)).toEqual([]);
      });
    });

    it('shows visible ones in its histories, by the same search', async () => {
      const config = refining({ rounds: 2 });
      const script = { solver: [reply('x if x < 2 else 0')], debugger: [almost] };
      await play({ config, script }, async (run) => {
        expect(await outcomeOf(run)).toMatchObject({ stop: 'passed', answer: 'r2' });
        expect((await run.attempt()).result).toMatchObject({ solved: false });
        expect(await historiesWith(run, anyWords)).toContain(run.attemptId());
        expect(run.model.calls.map(({ role }) => role)).toEqual(['solver', 'debugger']);
        expect(JSON.stringify(run.model.calls)).not.toContain(hiddenAlike);
      });
    });
  });
});
