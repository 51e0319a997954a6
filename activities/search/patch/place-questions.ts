import { locateElementsPrompt, locationSetsPrompt } from '../../../core/agents/patch/locate-places';
import {
  locateFilesPrompt,
  mostFiles,
  parseFilesReply,
} from '../../../core/agents/patch/locate-files';
import { parsePlacesReply } from '../../../core/agents/patch/parse-places';
import type { Prompt } from '../../../core/agents/prompt-sets/prompt-set';
import type { ParsedReply } from '../../../core/replies/parsed-reply';
import type { Preparation } from '../../../core/names/usual-preparation';
import { codeAround } from '../../../core/patches/retrieval/code-around';
import { fileScores, likelyFiles } from '../../../core/patches/retrieval/file-scores';
import { fileTree } from '../../../core/patches/retrieval/file-tree';
import { likelyPlaces } from '../../../core/patches/retrieval/likely-places';
import { locationSetText } from '../../../core/patches/retrieval/location-set-text';
import { resolveLocations } from '../../../core/patches/retrieval/locations';
import type { Location } from '../../../core/patches/retrieval/locations';
import { isSidePath } from '../../../core/patches/retrieval/side-paths';
import { skeletons } from '../../../core/patches/retrieval/skeletons';
import type { PatchProblem } from '../../../core/tasks/patch/patch';
import { countTokens } from '../../../llm';
import type { TaskRepository } from './task-repository';

/** A question of retrieval: what it shows, how its answer is read, and what stands in for an answer that stayed unreadable. */
export interface PlaceQuestion<Answer> {
  readonly prompt: Prompt;
  readonly parse: (text: string) => ParsedReply<Answer>;
  readonly fallback: Answer;
}

/** Unknown paths are told back once; after that, what is known counts. */
function strictOnce<Answer>(
  parse: (text: string, strict: boolean) => ParsedReply<Answer>,
): PlaceQuestion<Answer>['parse'] {
  let strict = true;
  return (text) => {
    const read = parse(text, strict);
    strict = false;
    return read;
  };
}

export function filesQuestion(
  problem: PatchProblem,
  { paths, outline }: TaskRepository,
  { fileTreeTokens: tokens }: Preparation,
): PlaceQuestion<readonly string[]> {
  const scores = fileScores(problem.statement, [...outline.values()]);
  const tree = fileTree(paths, scores, { tokens, countTokens });
  const likely = likelyFiles(scores, outline.size).filter((path) => !isSidePath(path));
  return {
    prompt: locateFilesPrompt(problem, tree),
    parse: strictOnce((text, strict) => parseFilesReply(text, (path) => outline.has(path), strict)),
    fallback: likely.slice(0, mostFiles),
  };
}

export function elementsQuestion(
  problem: PatchProblem,
  repository: TaskRepository,
  {
    files,
    skeletonTokens: tokens,
  }: Pick<Preparation, 'skeletonTokens'> & { readonly files: readonly string[] },
): PlaceQuestion<readonly Location[]> {
  const { outline } = repository;
  const chosen = files.flatMap((path) => outline.get(path) ?? []);
  const shown = skeletons(chosen, { tokens, countTokens });
  const likely = resolveLocations(likelyPlaces(problem.statement, chosen), outline).locations;
  return {
    prompt: locateElementsPrompt(problem, shown),
    parse: strictOnce((text, strict) => {
      const read = parsePlacesReply(text, outline, { atMost: 50, strict });
      return read.ok ? { ok: true, value: read.value.flat() } : read;
    }),
    fallback: likely,
  };
}

/** @param atMost sets, at least 1. @param exactly whether the method needs this number */
export function setsQuestion(
  problem: PatchProblem,
  { outline, texts }: TaskRepository,
  {
    elements,
    atMost,
    exactly,
    codeTokens: tokens,
  }: Pick<Preparation, 'codeTokens'> & {
    readonly elements: readonly Location[];
    readonly atMost: number;
    readonly exactly?: boolean;
  },
): PlaceQuestion<readonly (readonly Location[])[]> {
  const code = codeAround(texts, elements, { tokens, countTokens });
  return {
    prompt: locationSetsPrompt(problem, code, { atMost, exactly: exactly === true }),
    parse: strictOnce((text, strict) => parsePlacesReply(text, outline, { atMost, strict })),
    fallback: [elements],
  };
}

/** A location set as a strategy: its places and their code. */
export function strategyOf(
  { texts }: TaskRepository,
  set: readonly Location[],
  tokens: number,
): string {
  return locationSetText(texts, set, { tokens, countTokens });
}

/** The code of a location set, as methods without strategies show it. */
export function contextOf(
  { texts }: TaskRepository,
  set: readonly Location[],
  tokens: number,
): string {
  return codeAround(texts, set, { tokens, countTokens });
}
