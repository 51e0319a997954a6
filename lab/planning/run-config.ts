import { hiddenLimit } from '../../core/grading/hidden-limit';
import { visibleLimit } from '../../core/grading/visible-limit';
import { RunConfig } from '../../core/schemas/run';
import type { ModelConfig } from '../../core/schemas/run';
import { kindOfMethod } from '../../core/kinds/kinds';
import { presets } from '../../core/work/presets';
import { programForm } from './program-form';
import type { CheckedRequest } from './run-request';
import { ownVersions } from './own-versions';
import { runSettings } from './run-settings';

/** The meaning of the names in a request. */
export interface ChosenParts {
  readonly dataset: RunConfig['dataset'];
  /** Ids, in the order of work. */
  readonly problems: readonly string[];
  readonly model: ModelConfig;
  /** The problems whose level a person sets. Absent: none. */
  readonly assuranceOf?: RunConfig['assuranceOf'];
}

/** Configuration of a request. @throws UsageError (`UNKNOWN_METHOD`), (`BAD_FLAG`) for a shape its trees cannot have */
export function runConfig(request: CheckedRequest, chosen: ChosenParts): RunConfig {
  const { method, seed, samples, temperature, maxTokens, reuse, regrade, fresh, grading } = request;
  const kind = kindOfMethod(method);
  const preset = request.preset === undefined ? undefined : presets[request.preset];
  const config = RunConfig.parse({
    ...chosen,
    ...{ kind, method, seed, samples },
    ...runSettings[kind]?.({ ...request, shownProgram: programForm(request, chosen.model) }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    limits: {
      visible: visibleLimit({ cpuSeconds: preset?.cpuSeconds.visible }),
      hidden: hiddenLimit({ cpuSeconds: preset?.cpuSeconds.hidden }),
    },
    assurance: request.assurance,
    ...(grading === 'strict' ? {} : { grading: { profile: grading } }),
    ...(request.scoreBadReferences ? { scoreBadReferences: true } : {}),
    ...{ reuse, regrade },
    ...(fresh === undefined ? {} : { fresh }),
  });
  return { ...config, versions: ownVersions(config) };
}
