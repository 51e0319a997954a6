import { EspalierError, exitCodes } from '../../../core/errors/errors';
import type { AgentRole } from '../../../core/names/roles';
import type { AnswerOrigin, Draw, Message } from '../../../core/schemas/model';
import type { ProblemBank } from '../bank/bank-view';
import type { ModelServerKind, ReplySettings } from './reply-settings';

/** What a request says to the model server, apart from who sent it and when. */
export interface ReplyRequest {
  readonly role: AgentRole;
  readonly problem: string;
  /** The run's seed. */
  readonly seed: number;
  readonly draw: Draw;
  readonly messages: readonly Message[];
  /** The request carries a JSON schema: answer in JSON. */
  readonly structured: boolean;
  /** Location sets that the answer must have. Absent: the setting decides, as for strategies. */
  readonly sets?: number;
}

export interface Reply {
  readonly text: string;
  /** To be run: a tool call where the request offers the tool, else a fence behind the text. */
  readonly code?: string;
  readonly origin: AnswerOrigin;
}

export interface ReplySource {
  readonly kind: ModelServerKind;
  readonly settings: ReplySettings;
  readonly problem: ProblemBank;
}

/** The bank has nothing for this problem. */
export class ProblemNotInBankError extends EspalierError {
  constructor(
    readonly problem: string,
    files: readonly string[],
  ) {
    super(`the bank ${files.join(',')} has no program for the problem ${problem}`, {
      code: 'PROBLEM_NOT_IN_BANK',
      remedy:
        'Leave it out with --skip-missing, or give a bank that has it with --model recorded:FILE[,FILE...]',
      exitCode: exitCodes.usage,
    });
  }
}
