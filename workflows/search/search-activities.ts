import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { ActivityInterfaceFor, LocalActivityInterfaceFor } from '@temporalio/workflow';

import type {
  AgentPorts,
  PreparePorts,
  SandboxPorts,
  SearchRecordPorts,
  ShellPorts,
} from '../../core/ports/search';
import {
  gradingOptions,
  installOptions,
  modelOptions,
  preparingOptions,
  recordOptions,
  repositoryStepOptions,
  testsAtOnceOptions,
  visibleTestOptions,
} from '../work/activity-options';
import type { RunSetting } from '../work/run-setting';
import { workActivities } from '../work/work-activities';
import type { WorkActivities } from '../work/work-activities';

type VisibleTests = Pick<SandboxPorts, 'runVisibleTests'>;
/** Both activities run hidden tests: one to find the assurance level of the problem, one to grade the answers. */
type Grading = Pick<SandboxPorts, 'finishSearch'> & Pick<SearchRecordPorts, 'beginSearch'>;
type Records = Pick<SearchRecordPorts, 'recordSteering'>;

export interface SearchActivities {
  readonly work: WorkActivities;
  readonly model: ActivityInterfaceFor<AgentPorts>;
  /** Steps that need the repository, and those that ask a model, too. */
  readonly prepare: {
    readonly inCells: ActivityInterfaceFor<PreparePorts>;
    readonly withModel: ActivityInterfaceFor<PreparePorts>;
  };
  readonly tests: ActivityInterfaceFor<VisibleTests>;
  /** Runs visible tests within a workflow task. null: programs may have to run in another process. */
  readonly testsAtOnce: LocalActivityInterfaceFor<VisibleTests> | null;
  /** The agent with a shell: its model, and its commands. */
  readonly shell: ActivityInterfaceFor<Pick<ShellPorts, 'askShellAgent'>>;
  readonly commands: ActivityInterfaceFor<Omit<ShellPorts, 'askShellAgent'>>;
  readonly grading: ActivityInterfaceFor<Grading>;
  readonly records: ActivityInterfaceFor<Records>;
}

export function searchActivities(setting: RunSetting): SearchActivities {
  const atOnce = testsAtOnceOptions(setting);
  return {
    work: workActivities(setting),
    model: proxyActivities<AgentPorts>(modelOptions(setting)),
    prepare: {
      inCells: proxyActivities<PreparePorts>(installOptions(setting)),
      withModel: proxyActivities<PreparePorts>(preparingOptions(setting)),
    },
    tests: proxyActivities<VisibleTests>(visibleTestOptions(setting)),
    testsAtOnce: atOnce === null ? null : proxyLocalActivities<VisibleTests>(atOnce),
    shell: proxyActivities<Pick<ShellPorts, 'askShellAgent'>>(modelOptions(setting)),
    commands: proxyActivities<Omit<ShellPorts, 'askShellAgent'>>(repositoryStepOptions(setting)),
    grading: proxyActivities<Grading>(gradingOptions(setting)),
    records: proxyActivities<Records>(recordOptions(setting)),
  };
}
