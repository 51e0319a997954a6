export { checkEndpoint, EndpointNotReadyError, type EndpointCheck } from './check-endpoint';
export {
  ModelAuthenticationError,
  ModelCancelledError,
  ModelClientDefectError,
  ModelConnectionError,
  ModelError,
  ModelNonsenseError,
  ModelNotFoundError,
  ModelQuotaError,
  ModelRateLimitError,
  ModelRejectedRequestError,
  ModelServerError,
  ModelTimeoutError,
  type ModelCallFailure,
} from './failures/errors';
export { createHttpFetch, type FetchLike } from './http-fetch';
export { defaultBaseUrl } from './default-base-url';
export { logicalEndpoint } from './logical-endpoint';
export { createModelClient, type ModelClientOptions } from './model-client';
export { modelPrice, modelPrices, priceOf, type ModelPrice } from './model-prices';
export { redact } from './failures/redact';
export { endpointSeed, requestIdentity } from './request-identity';
