import { APIError } from 'openai';

import { optionalFeatures } from '../../../core/schemas/model';
import { refusalAnswer, unsupportedFeature } from '../../../llm/failures/refused-request';

const refusal = (error: Record<string, unknown>, status = 400) =>
  APIError.generate(status, { error }, undefined, new Headers());

describe('a refusal that is an answer', () => {
  it.each([
    { code: 'context_length_exceeded', message: 'too long' },
    { message: "This model's maximum context length is 4096 tokens. However, you requested 5000" },
    {
      type: 'exceed_context_size_error',
      message: 'the request exceeds the available context size',
    },
    { message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    { message: 'Please reduce the length of the messages or completion.' },
  ])('is a prompt that is too long: %j', (error) => {
    expect(refusalAnswer(refusal(error))).toBe('context-length');
  });

  it('may come with 413', () => {
    expect(refusalAnswer(refusal({ message: 'prompt is too long' }, 413))).toBe('context-length');
  });

  it.each([
    { code: 'content_filter', message: 'The response was filtered' },
    { code: 'content_policy_violation', message: 'no' },
    // LiteLLM in front of Azure, OpenAI, OpenRouter, Bedrock, Anthropic, DeepSeek, DashScope.
    {
      code: '400',
      message:
        "litellm.ContentPolicyViolationError: AzureException - filtered due to the prompt triggering Azure OpenAI's content management policy",
    },
    {
      message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy',
    },
    {
      message: 'x requires moderation on OpenAI. Your input was flagged for "violence"',
      code: 403,
    },
    { message: 'Guardrail intervened: blocked' },
    { message: 'Output blocked by content filtering policy' },
    { message: 'Content Exists Risk' },
    { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' },
  ])('is a filtered prompt, with 400 or 403: %j', (error) => {
    expect(refusalAnswer(refusal(error))).toBe('content-filter');
    expect(refusalAnswer(refusal(error, 403))).toBe('content-filter');
  });

  it.each([
    [400, { message: 'temperature must be at most 2' }],
    [400, { message: "'max_tokens' is too large: 9. This model's maximum context length is 8" }],
    [500, { message: 'maximum context length' }],
    [403, { message: 'maximum context length' }],
    [403, { message: 'Your request was blocked.' }],
    [
      403,
      { message: "Access denied by the organization's policy: content of this key is limited" },
    ],
    [401, { code: 'content_filter', message: 'no' }],
    [429, { message: 'Please reduce the length of the messages: tokens per minute' }],
  ])('is not any other: %d %j', (status, error) => {
    expect(refusalAnswer(refusal(error, status))).toBeNull();
  });

  it('is not an error without an answer', () => {
    expect(refusalAnswer(new Error('maximum context length'))).toBeNull();
  });
});

describe('a feature that an endpoint does not support', () => {
  it.each([
    {
      param: 'response_format',
      message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported",
    },
    { message: 'This response_format type is unavailable now' },
    { message: 'This model does not support response format `json_schema`.' },
    { message: '[{"loc":["body","response_format"],"msg":"Extra inputs are not permitted"}]' },
    { param: 'response_format', message: "Invalid schema for response_format 'x': In context=()" },
    { message: "unknown field 'json_schema'" },
    {
      code: 'json_validate_failed',
      message: "Failed to generate JSON. Please adjust your prompt. See 'failed_generation'.",
    },
    {
      message:
        'json: cannot unmarshal object into Go struct field ChatRequest.response_format of type string',
    },
  ])('is the JSON schema: %j', (error) => {
    expect(unsupportedFeature(refusal(error), optionalFeatures)).toBe('json-schema');
    expect(unsupportedFeature(refusal(error, 422), optionalFeatures)).toBe('json-schema');
  });

  it('is the seed', () => {
    const error = refusal({ message: 'Unrecognized request argument supplied: seed' });
    expect(unsupportedFeature(error, optionalFeatures)).toBe('seed');
  });

  it.each([
    {
      code: 'unsupported_value',
      param: 'temperature',
      message:
        "Unsupported value: 'temperature' does not support 0.8 with this model. Only the default (1) value is supported.",
    },
    { message: "Unsupported parameter: 'temperature' is not supported with this model." },
    {
      message:
        "litellm.UnsupportedParamsError: gpt-5 models don't support temperature=0.7. Only temperature=1 is supported.",
    },
    { message: '`temperature` is deprecated for this model.' },
    { message: '`temperature` may only be set to 1 when thinking is enabled.' },
    { message: 'invalid temperature: only 1 is allowed for this model' },
  ])('is the temperature: %j', (error) => {
    expect(unsupportedFeature(refusal(error), optionalFeatures)).toBe('temperature');
  });

  it.each([
    [400, { message: 'System role not supported' }],
    [500, { message: 'jinja2.exceptions.TemplateError: System role not supported' }],
    [400, { message: 'Conversation roles must alternate user/assistant/user/assistant/...' }],
    [400, { message: 'Developer instruction is not enabled for models/gemma-3-27b-it' }],
    [
      400,
      {
        param: 'messages[0].role',
        message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      },
    ],
  ])('is the system role: %d %j', (status, error) => {
    expect(unsupportedFeature(refusal(error, status), optionalFeatures)).toBe('system-role');
  });

  it('is the old name of the most tokens', () => {
    const error = refusal({
      code: 'unsupported_parameter',
      param: 'max_tokens',
      message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
    });
    expect(unsupportedFeature(error, optionalFeatures)).toBe('max-tokens');
  });

  it.each([
    [400, { param: 'top_p', message: "'top_p' is not supported; seed is" }],
    [400, { param: 'temperature', message: "Invalid 'temperature': above the maximum value of 2" }],
    [400, { message: 'response_format: the prompt must contain the word JSON' }],
    [400, { message: 'Unknown model; not supported' }],
    [400, { param: 'messages', message: 'unexpected response_format in messages[0].content' }],
    [500, { message: 'response_format is not supported' }],
    [404, { message: 'response_format is not supported' }],
  ])('is none when the refusal is about something else: %d %j', (status, error) => {
    expect(unsupportedFeature(refusal(error, status), optionalFeatures)).toBeNull();
  });

  it('is none that was not sent', () => {
    const error = refusal({ message: 'response_format is not supported' });
    expect(unsupportedFeature(error, ['seed', 'max-tokens'])).toBeNull();
  });
});
