/** A published format of a secret. */
export interface SecretRule {
  /** For findings. */
  readonly name: string;
  /** Rules of gitleaks with this format. Empty: the format is ours. */
  readonly ids: readonly string[];
  readonly pattern: RegExp;
}

const rule = (name: string, ids: string, pattern: RegExp): SecretRule => ({
  name,
  ids: ids === '' ? [] : ids.split(' '),
  pattern,
});

/**
 * Formats of tokens. The facts (prefix, alphabet, length) are those of the default rules of gitleaks 8.30.1 (MIT, config/gitleaks.toml at
 * b58d3f1), each under the ids that it has there. Endings are wider: a token in prose may have any mark after it.
 */
export const secretRules: readonly SecretRule[] = [
  rule(
    'AWS access key',
    'aws-access-token',
    /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g,
  ),
  rule('AWS Bedrock key', 'aws-amazon-bedrock-api-key-long-lived', /\bABSK[A-Za-z0-9+/]{109,269}/g),
  rule(
    'GitHub token',
    'github-pat github-oauth github-app-token github-refresh-token github-fine-grained-pat',
    /\bgh[pousr]_[0-9a-zA-Z]{36}\b|\bgithub_pat_\w{82}\b/g,
  ),
  rule(
    'GitLab token',
    'gitlab-pat gitlab-pat-routable gitlab-ptt gitlab-deploy-token gitlab-runner-authentication-token gitlab-cicd-job-token ' +
      'gitlab-feed-token gitlab-feature-flag-client-token gitlab-scim-token gitlab-incoming-mail-token gitlab-kubernetes-agent-token ' +
      'gitlab-oauth-app-secret gitlab-rrt',
    /\bgl(?:pat|ptt|dt|rt|cbt|ft|ffct|soat|imt|agent|oas)-[\w-]{20,}|\bGR1348941[\w-]{20}/g,
  ),
  rule(
    'Slack token',
    'slack-bot-token slack-user-token slack-app-token slack-config-access-token slack-legacy-bot-token slack-legacy-token ' +
      'slack-legacy-workspace-token',
    /\bxox[abepors](?:-\d{8,14}){1,3}-[a-zA-Z0-9-]{18,}|\bxox[ar]-(?:\d-)?[0-9a-zA-Z]{8,48}|\bxapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+|\bxoxe(?:\.xox[bp])?-\d-[A-Za-z0-9]{140,170}/g,
  ),
  rule(
    'Slack webhook',
    'slack-webhook-url',
    /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{43,56}/g,
  ),
  rule('Google API key', 'gcp-api-key', /\bAIza[\w-]{35}(?![\w-])/g),
  rule(
    'OpenAI key',
    'openai-api-key',
    /\bsk-(?:(?:proj|svcacct|admin)-[\w-]{20,74})?[\w-]{0,54}T3BlbkFJ[\w-]{20,74}/g,
  ),
  rule(
    'Anthropic key',
    'anthropic-api-key anthropic-admin-api-key',
    /\bsk-ant-(?:[a-z]{2,8}\d{2}-)?[\w-]{32,}/g,
  ),
  // Other issuers copy the form of OpenAI, some without its mark in the middle.
  rule(
    'key of a model endpoint',
    '',
    /\bsk-(?:[a-z]{2,10}-)?(?:v\d-)?(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[A-Za-z])[A-Za-z0-9][A-Za-z0-9_]{11}[\w-]{12,}/g,
  ),
  rule(
    'Stripe key',
    'stripe-access-token',
    /\b(?:sk|rk)_(?:live|test|prod)_[a-zA-Z0-9]{10,99}\b|\bwhsec_[a-zA-Z0-9]{32,}\b/g,
  ),
  rule('JSON web token', 'jwt', /\bey[a-zA-Z0-9]{17,}\.ey[\w/-]{17,}\.[\w/-]{10,}={0,2}/g),
  rule('npm token', 'npm-access-token', /\bnpm_[a-zA-Z0-9]{36}\b/g),
  rule('PyPI token', 'pypi-upload-token', /\bpypi-AgEIcHlwaS5vcmc[\w-]{50,}/g),
  rule(
    'Hugging Face token',
    'huggingface-access-token huggingface-organization-api-token',
    /\b(?:hf|api_org)_[a-zA-Z0-9]{34}\b/g,
  ),
  rule('Perplexity key', 'perplexity-api-key', /\bpplx-[a-zA-Z0-9]{48}\b/g),
  rule('Groq key', '', /\bgsk_[a-zA-Z0-9]{40,}\b/g),
  rule('SendGrid token', 'sendgrid-api-token', /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g),
  rule('Twilio key', 'twilio-api-key', /\bSK[0-9a-f]{32}\b/g),
  rule('Telegram token', 'telegram-bot-api-token', /\b\d{8,10}:A[\w-]{34}(?![\w-])/g),
  rule(
    'DigitalOcean token',
    'digitalocean-access-token digitalocean-pat digitalocean-refresh-token',
    /\bdo[opr]_v1_[a-f0-9]{64}\b/g,
  ),
  rule(
    'Shopify token',
    'shopify-access-token shopify-custom-access-token shopify-private-app-access-token shopify-shared-secret',
    /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g,
  ),
  rule('Square token', 'square-access-token', /\bsq0(?:atp|csp)-[\w-]{22,60}/g),
  rule('Databricks token', 'databricks-api-token', /\bdapi[a-f0-9]{32}(?:-\d)?\b/g),
  rule('Mailgun key', 'mailgun-private-api-token', /\bkey-[a-f0-9]{32}\b/g),
  rule(
    'Azure client secret',
    'azure-ad-client-secret',
    /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g,
  ),
  rule('Notion token', 'notion-api-token', /\bntn_\d{11}[A-Za-z0-9]{35}\b/g),
  rule('Linear key', 'linear-api-key', /\blin_api_[a-zA-Z0-9]{40}\b/g),
  rule(
    'Grafana token',
    'grafana-service-account-token grafana-cloud-api-token',
    /\bglsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b|\bglc_[A-Za-z0-9+/]{32,}/g,
  ),
  rule('Postman key', 'postman-api-token', /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/g),
  rule('RubyGems key', 'rubygems-api-token', /\brubygems_[a-f0-9]{48}\b/g),
  rule('age key', 'age-secret-key', /\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\b/g),
  rule('Vault token', 'vault-service-token vault-batch-token', /\bhv[sb]\.[\w-]{90,300}/g),
];

/** The rule `private-key` of gitleaks. The body has headers if the key is encrypted. */
export const privateKey =
  /-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----([\s\S]{64,8000}?)-----END/g;

/** A name of a secret, then its value in quotes. What the value is like decides. */
export const assignedSecret =
  /\b(?:[\w-]{0,50}(?:api[_-]?key|secret|token|passw(?:or)?d|access[_-]?key|auth[_-]?key|credential)[\w-]{0,50})["']?\s*(?::|=>?|:=)\s*["'`]([\w+/=.~-]{20,120})["'`]/gi;
/** The same without quotes, as files of settings have it: a whole line. */
export const secretLine =
  /^(?:export )?(?:[A-Z][A-Z0-9_]*(?:KEY|SECRET|TOKEN|PASSWORD|PASSWD)[A-Z0-9_]*|aws_secret_access_key) ?= ?([\w+/=.~-]{20,120})$/gm;

/** User, password and host of a URL. */
export const urlLogin =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:@/"'<>`]{0,64}):([^\s@/"'<>`]{3,100})@([\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])/gi;
