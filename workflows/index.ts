/** All workflows that the worker bundles. The engine knows each workflow by its name here. */
import { datasetItem as dataset } from '../core/kinds/dataset/outcome';
import { dialogueItem as dialogue } from '../core/kinds/dialogue/outcome';
import { environmentItem as environment } from '../core/kinds/environment/outcome';
import { evaluationItem as evaluation } from '../core/kinds/evaluation/row';
import type { EvaluationPorts } from '../core/kinds/evaluation/row';
import { searchItem as search } from '../core/kinds/search/outcome';
import { taskItem as task } from '../core/kinds/task/row';
import type { TaskPorts } from '../core/kinds/task/row';
import { writeDialogue as write } from './dataset/write-dialogue';
import { refineSolution as refine } from './dialogue/refine-solution';
import { buildEnvironment as build } from './environment/build-environment';
import { buildHarness as harness, repositoryOf } from './environment/build-harness';
import { solveProblem as solve } from './search/solve-problem';
import { installOptions } from './work/activity-options';
import { asItem } from './work/as-item';
import { oneActivity } from './work/one-activity';
import { windowOver } from './work/run-window';
import { tellsItsEnd } from './work/tells-its-end';

export const runWindow = windowOver({ search, dialogue, environment, evaluation, task, dataset });

export const solveProblem = asItem(solve);
export { expandNode } from './search/expand-node';

export const refineSolution = asItem(refine);
export { refinementRound } from './dialogue/refinement-round';

export const buildEnvironment = asItem(build);
export const buildHarness = tellsItsEnd(harness, repositoryOf);

export const writeDialogue = asItem(write);

export const makeTask = asItem(
  oneActivity<TaskPorts>(task, 'makeTaskOf', { options: installOptions }),
);

export const evaluateSamples = asItem(
  oneActivity<EvaluationPorts>(evaluation, 'gradeSamples', { builds: 'buildTask' }),
);
