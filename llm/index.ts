export { checkEndpoint, EndpointNotReadyError, type EndpointCheck } from './check-endpoint';
export { countTokens } from './count-tokens';
export {
  ModelAddressError,
  ModelAuthenticationError,
  ModelCancelledError,
  ModelClientDefectError,
  ModelConnectionError,
  ModelError,
  ModelNonsenseError,
  ModelNotFoundError,
  ModelQuotaError,
  ModelRateLimitError,
  ModelRefusesRunError,
  ModelRejectedRequestError,
  ModelServerError,
  ModelTimeoutError,
  ModelUnusableError,
  type ModelCallFailure,
} from './failures/errors';
export { defaultBaseUrl } from './default-base-url';
export { logicalEndpoint } from './logical-endpoint';
export { createModelClient, type ModelClientOptions } from './model-client';
export { modelPrice, priceOf } from './model-prices';
export { redact } from './failures/redact';
export { requestIdentity } from './request-identity';
