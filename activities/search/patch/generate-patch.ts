import { patchDebuggerMessages } from '../../../core/agents/patch/patch-debugger';
import type { Prompt } from '../../../core/agents/prompt-sets/prompt-set';
import { preparationOf } from '../../../core/patches/preparation';
import { applyDiff } from '../../../core/patches/edits/apply-diff';
import { faultsTold } from '../../../core/patches/edits/faults-told';
import { isRepositoryPath } from '../../../core/patches/edits/is-repository-path';
import { readChange } from '../../../core/patches/edits/read-change';
import { readDiff } from '../../../core/patches/edits/read-diff';
import type { EditFault } from '../../../core/patches/edits/read-edits';
import { codeAround } from '../../../core/patches/retrieval/code-around';
import { changedLocations } from '../../../core/patches/retrieval/changed-locations';
import type { RunRecord } from '../../../core/ports/records';
import type { AttemptKey } from '../../../core/ports/records';
import type { SolutionReply } from '../../../core/ports/search';
import type { Expansion } from '../../../core/search/method';
import { solutionPrompt } from '../../../core/search/solution-prompt';
import type { PatchProblem } from '../../../core/tasks/patch/patch';
import { countTokens } from '../../../llm';
import { sha256Of } from '../../sha256-of';
import type { DurableContext } from '../../work/durable';
import type { AgentContext } from '../agent-context';
import { askAgent } from '../ask-agent';
import { promptsOf } from '../prompts-of';
import { checkEdits } from './check-edits';
import type { CheckedEdits } from './check-edits';
import type { TaskRepository } from './task-repository';

export interface AskedPatch {
  readonly attempt: AttemptKey;
  readonly expansion: Expansion;
  readonly run: RunRecord;
  readonly problem: PatchProblem;
}

/**
 * The patch of the Solver or the Debugger: what its edits make of the files, as one diff against the base commit. Edits that cannot be
 * applied as they are, or that break the syntax of a file, are told back once. After that the attempt has no patch.
 */
export async function generatePatch(
  { dependencies, texts: kept }: AgentContext,
  repository: TaskRepository,
  context: DurableContext,
  { attempt, expansion, run, problem }: AskedPatch,
): Promise<SolutionReply> {
  const { generator, parentProgram } = expansion;
  const repaired = generator === 'debugger' && parentProgram !== null;
  const parent = repaired ? await kept.read(parentProgram) : null;
  const given = parent === null ? new Map<string, string | null>() : changesOf(parent, repository);
  let faults: readonly EditFault[] = [];
  const answer = await askAgent(dependencies, context, {
    ...{ attempt, run, role: generator, node: expansion.node, ordinal: expansion.ordinal },
    ...(await promptFor()),
    temperature: expansion.temperature,
    parse: async (text) => {
      const read = await patchIn(text);
      faults = read.faults;
      return read.patch === null
        ? { ok: false, problem: faultsTold(faults) }
        : { ok: true, value: read.patch };
    },
  });
  const { value, calls } = answer;
  if (value === null) {
    // A reply that an endpoint filtered was never read.
    return { program: null, faults: [...new Set(faults.map(({ kind }) => kind))], calls };
  }
  const program = await dependencies.store.blobs.put(value.patch);
  return { program, vote: sha256Of(value.normalised), calls };

  async function promptFor(): Promise<Prompt> {
    const strategy = await kept.readOptional(expansion.strategy);
    const { style } = expansion;
    if (parent === null) {
      return solutionPrompt({ problem, style, strategy, repaired: null }, promptsOf(run).set);
    }
    const messages = patchDebuggerMessages({
      ...{ problem, strategy, program: parent },
      feedback: (await kept.readOptional(expansion.parentFeedback)) ?? '',
      review: await kept.readOptional(expansion.parentReview ?? null),
      reflection: await kept.readOptional(expansion.reflection),
      changed: changedCode(given, repository, preparationOf(run.config).locationSetTokens),
    });
    return { messages, format: null };
  }

  async function patchIn(
    text: string,
  ): Promise<{ readonly patch: CheckedEdits | null; readonly faults: readonly EditFault[] }> {
    const read = readChange(text, overlaid(repository.texts, given), repository.texts);
    const wrong = [...read.faults, ...wrongPaths(read.files, repository)];
    if (wrong.length > 0) return { patch: null, faults: wrong };
    const files = new Map(
      [...(read.whole ? [] : given), ...read.files].filter(
        ([path, after]) => (repository.texts.get(path) ?? null) !== after,
      ),
    );
    if (files.size === 0) {
      const none = { kind: 'no-change', text: 'The patch as a whole changes nothing.' } as const;
      return { patch: null, faults: [none] };
    }
    const checked = await checkEdits(dependencies, repository, files, context.signal);
    const syntax = Object.entries(checked.syntax).map(([path, why]): EditFault => ({
      kind: 'syntax',
      text: `After the edits, ${path} is not valid: ${why}`,
    }));
    return syntax.length > 0 ? { patch: null, faults: syntax } : { patch: checked, faults: [] };
  }
}

/** What a patch made of the files. One of ours applies; of another one, whatever does not is not there for the Debugger. */
function changesOf(patch: string, { texts }: TaskRepository): Map<string, string | null> {
  return new Map(applyDiff(texts, readDiff(patch).files).files);
}

function overlaid(
  texts: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string> {
  if (changes.size === 0) return texts;
  const after = new Map(texts);
  for (const [path, text] of changes) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  return after;
}

function wrongPaths(
  files: ReadonlyMap<string, string | null>,
  { paths, texts }: TaskRepository,
): readonly EditFault[] {
  const there = new Set(paths);
  return [...files.keys()].flatMap((path): EditFault[] => {
    if (texts.has(path)) return [];
    if (there.has(path))
      return [{ kind: 'unknown-file', text: `${path} is not a text file that can be changed.` }];
    return isRepositoryPath(path)
      ? []
      : [{ kind: 'malformed', text: `${path} is not a path in the repository.` }];
  });
}

/** The changed places with the patch, for the Debugger. null: there are none. */
function changedCode(
  changes: ReadonlyMap<string, string | null>,
  { texts }: TaskRepository,
  tokens: number,
): string | null {
  const after = new Map(
    [...changes].flatMap(([path, text]) => (text === null ? [] : [[path, text]])),
  );
  const places = [...after].flatMap(([path, text]) =>
    changedLocations(path, texts.get(path) ?? '', text),
  );
  const code = codeAround(after, places, { tokens, countTokens });
  return code === '' ? null : code;
}
