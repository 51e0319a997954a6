export { bankStats } from './bank/bank-stats';
export { checkBank, type BankFault, type CheckedBank } from './bank/check-bank';
export {
  publishedForms,
  publishedLines,
  type PublishedForm,
} from './bank/published/published-rows';
export { describeBank } from './bank/describe-bank';
export {
  missingProblems,
  problemIn,
  recordedHashOf,
  viewBank,
  type BankView,
} from './bank/bank-view';
export { loadBank, type Bank } from './bank/load-bank';
export { loadChatScript, type LoadedChatScript } from './chat-script';
export { parseFaults, type Faults, type TransportFaultsInput } from './faults';
export { ProblemNotInBankError } from './replies/reply';
export {
  logicalEndpointOf,
  replySettingsOf,
  type ContentFaults,
  type ModelServerKind,
  type ReplySettingsInput,
} from './replies/reply-settings';
export { readRequestLog, type RequestLogEntry } from './request-log';
export { repliesOf, type BankReply } from './simulation/bank-replies';
export { BankWorlds, type GradedBank } from './simulation/bank-worlds';
export { startModelServer, type ModelServer, type ModelServerOptions } from './server';
