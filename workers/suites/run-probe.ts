import { coverageFacts } from '../../activities/environment/harness/coverage-facts';
import { definitionTexts } from '../../activities/environment/harness/definition-texts';
import type { HarnessContext } from '../../activities/environment/harness/harness-context';
import { runStep } from '../../activities/environment/harness/harness-steps';
import { originalRunOf } from '../../activities/environment/harness/original-run';
import { runOriginal } from '../../activities/environment/harness/run-original';
import { anyCase, allCases, savePart } from '../../activities/environment/harness/stored-harness';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import { candidatePolicy } from '../../core/python-values/comparison-policy';
import { arcKey } from '../../core/repository/gates/coverage';
import { harnessPlan } from '../../core/repository/plan/harness-plan';
import { reasonName } from '../../core/names/environment-reasons';
import { definitionParts } from '../../core/repository/shared-run';
import { HarnessPart } from '../../core/schemas/environment-harness';
import { verdictKinds } from '../../core/schemas/verdict';
import { checkOf } from '../../core/tasks/check-of';
import { expectedWords } from '../../core/tasks/harness/expected-words';
import { HarnessHidden, HarnessProblem } from '../../core/tasks/harness/harness';
import { judgeHarness } from '../../core/tasks/harness/judge-harness';
import type { HarnessCells } from '../../sandbox';
import type { SuiteProbe } from './read-suites';

export interface ProbeParts {
  readonly context: HarnessContext;
  /** Of candidates; opened with the first one. */
  readonly grading: HarnessCells;
}

/** What a probe came to, in the words that its expectation uses. */
export async function probeOutcome(parts: ProbeParts, probe: SuiteProbe): Promise<string> {
  switch (probe.measure) {
    case 'reference':
      return validity(parts, probe);
    case 'plan':
      return planEnd(parts, probe);
    case 'covers':
      return branches(parts, probe);
    case 'says':
      return words(parts, probe);
    case 'verdict':
      return verdict(parts, probe);
  }
}

/** Whether an outcome is what the probe has to come to. */
export function isExpected({ expected }: SuiteProbe, outcome: string): boolean {
  if (expected !== 'not passed') return expected.split(' or ').includes(outcome);
  // What came in between before a candidate was judged says nothing of it.
  return verdictKinds.some((kind) => kind !== 'passed' && kind === outcome);
}

async function validity({ context }: ProbeParts, probe: SuiteProbe): Promise<string> {
  const part = plantedPart(probe);
  const event = await runOriginal(context, {
    ...{ kind: 'run', id: 'probe#0', harness: null },
    part: await savePart(context, part),
  });
  if (event.kind === 'failed') return reasonName(event.reason);
  const original = await originalRunOf(context, part);
  if ('reason' in original) return reasonName(original.reason);
  const kept = event.kind === 'passed' ? event.cases : 0;
  return kept === original.first.length
    ? 'valid'
    : `${String(kept)} of ${String(original.first.length)} cases valid`;
}

/** The whole plan, step by step; planted cases stand in for what a model would have said. */
async function planEnd({ context }: ProbeParts, probe: SuiteProbe): Promise<string> {
  const planted = probe.cases === null ? null : plantedPart(probe);
  let state = harnessPlan.start({
    target: context.target,
    generators: planted === null ? (probe.generators ?? ['hypothesis']) : ['model'],
    maxRounds: 1,
  });
  for (;;) {
    const action = harnessPlan.next(state);
    if (action.kind === 'finish') {
      const { finish } = action;
      return finish.kind === 'rejected' ? reasonName(finish.reason) : finish.kind;
    }
    const event = await runStep(context, action, async (_context, { id }) => {
      if (planted === null) throw new RangeError('no model is asked in a probe');
      return { of: id, kind: 'generated', part: await savePart(context, planted) };
    });
    state = harnessPlan.apply(state, event);
  }
}

async function branches({ context }: ProbeParts, probe: SuiteProbe): Promise<string> {
  const part = plantedPart(probe);
  const original = await originalRunOf(context, part);
  if ('reason' in original) return reasonName(original.reason);
  const parts = [{ ...part, cases: [...original.prepared.cases] }];
  const facts = await coverageFacts(context, parts);
  if ('reason' in facts) return reasonName(facts.reason);
  const counted = facts.cases.filter((one) => allCases(parts).includes(one.case));
  const taken = new Set(counted.flatMap((one) => one.branches.map(arcKey)));
  const found = facts.branches.filter((arc) => taken.has(arcKey(arc))).length;
  return `${String(found)} of ${String(facts.branches.length)} branches`;
}

async function words({ context }: ProbeParts, probe: SuiteProbe): Promise<string> {
  const original = await originalRunOf(context, plantedPart(probe));
  if ('reason' in original) return reasonName(original.reason);
  return expectedWords(original.first) ?? 'nothing';
}

async function verdict({ context, grading }: ProbeParts, probe: SuiteProbe): Promise<string> {
  const { definition, environment, target } = context;
  const { qualname, className, name } = definition;
  const module = definition.module ?? '';
  const original = await originalRunOf(context, plantedPart(probe));
  if ('reason' in original) return reasonName(original.reason);
  const texts = await definitionTexts(context);
  if (texts === null) return 'no text';
  const problem = HarnessProblem.parse({
    ...{ kind: 'harness', id: target, dataset: 'suite', context: '', visibleTests: [] },
    ...{ className, name, module, qualname, environment, policy: candidatePolicy },
    statement: texts.signature,
  });
  const { prepared, first: expected } = original;
  const hidden = HarnessHidden.parse({
    ...{ kind: 'harness', harness: '0'.repeat(64) },
    parts: [{ source: prepared.source, cases: prepared.cases, blobs: {}, expected }],
  });
  const program = candidateText(probe, { ...texts, className, name });
  const limits = hiddenLimit({ cpuSeconds: 2 });
  const check = checkOf(problem, hidden, program, { limits, seed: 0, assurance: 'data' });
  if (check.kind !== 'harness') throw new RangeError(check.kind);
  const outcomes = judgeHarness(check, await grading.run(check.task));
  return outcomes.find(({ kind }) => kind !== 'passed')?.kind ?? outcomes[0]?.kind ?? 'nothing';
}

interface OwnText {
  readonly definition: string;
  readonly className: string | null;
  readonly name: string;
}

function candidateText(
  { candidate }: SuiteProbe,
  { definition, className, name }: OwnText,
): string {
  const inClass = (text: string): string =>
    className === null ? text : `class ${className}:\n${text}\n`;
  const head = definition.slice(0, definition.lastIndexOf(definitionParts(definition).body));
  switch (candidate) {
    case 'gold':
      return inClass(definition);
    case 'stub':
      return inClass(`${head}raise NotImplementedError\n`);
    case 'wrong':
      return inClass(`${head}return None\n`);
    case 'empty':
      return '';
    case 'misnamed':
      return inClass(definition.replace(`def ${name}(`, `def ${name}_of(`));
    default:
      return candidate;
  }
}

function plantedPart({ cases }: SuiteProbe): HarnessPart {
  // A planted harness may be empty: that is one of the ways to say nothing.
  const source = cases || '\n';
  return HarnessPart.parse({
    ...{ source, cases: [anyCase], blobs: {} },
    provenance: { generator: 'model', round: 1 },
  });
}
