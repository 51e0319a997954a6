import { proxyActivities } from '@temporalio/workflow';
import type { ActivityInterfaceFor } from '@temporalio/workflow';

import type { EnvironmentPorts, StepActivity } from '../../core/ports/environment';
import {
  coverageOptions,
  harnessEndOptions,
  installOptions,
  modelOptions,
  recordOptions,
  repositoryStepOptions,
  takeInOptions,
} from '../work/activity-options';
import type { RunSetting } from '../work/run-setting';
import { workActivities } from '../work/work-activities';
import type { WorkActivities } from '../work/work-activities';

type Records = 'beginEnvironment' | 'loadFunctions' | 'finishEnvironment';
type Fetch = 'takeIn';
type Installation = 'installProject';
type End = 'finishHarness';
type Steps = Exclude<keyof EnvironmentPorts, Records | Fetch | Installation | End>;

type Part<Names extends keyof EnvironmentPorts> = ActivityInterfaceFor<
  Pick<EnvironmentPorts, Names>
>;

export interface EnvironmentActivities {
  readonly work: WorkActivities;
  readonly records: Part<Records>;
  readonly fetch: Part<Fetch>;
  readonly installation: Part<Installation>;
  readonly steps: Part<Steps>;
  readonly model: Part<StepActivity>;
  readonly coverage: Part<StepActivity>;
  readonly end: Part<End>;
}

export function environmentActivities(setting: RunSetting): EnvironmentActivities {
  return {
    work: workActivities(setting),
    records: proxyActivities<EnvironmentPorts>(recordOptions(setting)),
    fetch: proxyActivities<EnvironmentPorts>(takeInOptions(setting)),
    installation: proxyActivities<EnvironmentPorts>(installOptions(setting)),
    steps: proxyActivities<EnvironmentPorts>(repositoryStepOptions(setting)),
    model: proxyActivities<EnvironmentPorts>(modelOptions(setting)),
    coverage: proxyActivities<EnvironmentPorts>(coverageOptions(setting)),
    end: proxyActivities<EnvironmentPorts>(harnessEndOptions(setting)),
  };
}
