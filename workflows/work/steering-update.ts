import { defineUpdate } from '@temporalio/workflow';

import { steeringCommands } from '../../core/names/steering-commands';
import type { SteeringArguments, SteeringKind } from '../../core/names/steering-commands';

/** The update of a steering, with its name and arguments from the table. */
export function steeringUpdate<Kind extends SteeringKind>(
  kind: Kind,
): ReturnType<typeof defineUpdate<void, SteeringArguments<Kind>>> {
  return defineUpdate<void, SteeringArguments<Kind>>(steeringCommands[kind].update);
}
