/** A published format of a secret. */
export interface SecretRule {
  readonly name: string;
  readonly pattern: RegExp;
}

const rule = (name: string, pattern: RegExp): SecretRule => ({ name, pattern });

/** Formats of tokens that their issuers or the rules of gitleaks (MIT, config/gitleaks.toml) state. */
export const secretRules: readonly SecretRule[] = [
  rule('AWS access key', /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g),
  rule('GitHub token', /\bgh[pousr]_[0-9a-zA-Z]{36}\b|\bgithub_pat_\w{82}\b/g),
  rule('GitLab token', /\bgl(?:pat|ptt|dt|rt|cbt|ft|soat|imt|agent)-[\w-]{20,}/g),
  rule(
    'Slack token',
    /\bxox[abepors](?:-\d{8,14}){1,3}-[a-zA-Z0-9-]{18,}|\bxox[ar]-(?:\d-)?[0-9a-zA-Z]{8,48}|\bxapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+/g,
  ),
  rule(
    'Slack webhook',
    /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{43,56}/g,
  ),
  rule(
    'private key',
    /-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----[^-]{64,}(?:-----END)?/g,
  ),
  rule('Google API key', /\bAIza[\w-]{35}(?![\w-])/g),
  rule(
    'OpenAI key',
    /\bsk-(?:(?:proj|svcacct|admin)-[\w-]{20,74})?[\w-]{0,54}T3BlbkFJ[\w-]{20,74}/g,
  ),
  rule('Anthropic key', /\bsk-ant-(?:api03|admin01)-[\w-]{93}AA\b/g),
  rule('Stripe key', /\b(?:sk|rk)_(?:live|test|prod)_[a-zA-Z0-9]{16,99}\b/g),
  rule('JSON web token', /\bey[a-zA-Z0-9]{17,}\.ey[\w/-]{17,}\.[\w/-]{10,}={0,2}/g),
  rule('npm token', /\bnpm_[a-zA-Z0-9]{36}\b/g),
  rule('PyPI token', /\bpypi-AgEIcHlwaS5vcmc[\w-]{50,}/g),
  rule('Hugging Face token', /\bhf_[a-zA-Z]{34}\b/g),
  rule('SendGrid token', /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g),
  rule('Twilio key', /\bSK[0-9a-f]{32}\b/g),
  rule('Telegram token', /\b\d{8,10}:A[\w-]{34}(?![\w-])/g),
  rule('DigitalOcean token', /\bdo[opr]_v1_[a-f0-9]{64}\b/g),
  rule('Shopify token', /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g),
  rule('Square token', /\bsq0(?:atp|csp)-[\w-]{22,60}/g),
  rule('Databricks token', /\bdapi[a-f0-9]{32}(?:-\d)?\b/g),
  rule('Mailgun key', /\bkey-[a-f0-9]{32}\b/g),
  rule('Azure client secret', /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g),
  rule('Notion token', /\bntn_\d{11}[A-Za-z0-9]{35}\b/g),
  rule('Postman key', /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/g),
  rule('RubyGems key', /\brubygems_[a-f0-9]{48}\b/g),
  rule('age key', /\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\b/g),
  rule('Vault token', /\bhvs\.[\w-]{90,120}/g),
];

/** A name of a secret, then its value in quotes. What the value is like decides. */
export const assignedSecret =
  /\b(?:[\w-]*(?:api[_-]?key|secret|token|passw(?:or)?d|access[_-]?key|auth[_-]?key|credential)[\w-]*)["']?\s*(?::|=>?|:=)\s*["'`]([\w+/=.~-]{20,120})["'`]/gi;
