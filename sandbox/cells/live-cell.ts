import type { CellConversation } from '../guest/cell-conversation';
import type { Hello } from '../guest/protocol';
import type { CellPlace } from './cell-backend';
import { withSandboxErrors } from './sandbox-errors';
import type { CellParts } from './start-cell';

/** What every running cell has, whatever it is asked. */
export abstract class LiveCell<Talk extends CellConversation> {
  private ending: Promise<void> | null = null;

  protected constructor(protected readonly parts: CellParts<Talk>) {}

  get hello(): Hello {
    return this.parts.hello;
  }

  get broken(): boolean {
    return this.parts.conversation.broken;
  }

  get place(): CellPlace {
    return this.parts.running.place;
  }

  /** Kills everything in it. Every caller that waits for an answer gets an error. Returns when nothing is left. */
  end(): Promise<void> {
    // What would not go away carries its owner's mark and is reaped; the verdicts stand.
    this.ending ??= this.parts.running.end().catch(() => undefined);
    this.parts.conversation.break('it was ended');
    return this.ending;
  }

  protected told<T>(answer: Promise<T>): Promise<T> {
    return withSandboxErrors(this.parts.options.backend, answer);
  }
}
