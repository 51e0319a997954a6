import type { EnvironmentStore } from '../../core/ports/environment';
import type { StoreContext } from '../store-context';
import { createArchives } from './archives';
import { createDefinitionRecords } from './definitions';
import { createEnvironmentRecords } from './environments';
import { createFunnelRecords } from './funnel';
import { createStepRecords } from './steps';
import { createTaskArchives } from './task-archives';

export function createEnvironmentStore(context: StoreContext): EnvironmentStore {
  return {
    ...createArchives(context),
    ...createEnvironmentRecords(context),
    ...createDefinitionRecords(context),
    ...createFunnelRecords(context),
    ...createStepRecords(context),
    ...createTaskArchives(context),
  };
}
