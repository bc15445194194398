const HIDDEN = '[hidden]'

/** Names of fields and parameters with a secret value. */
const NAMES =
  'access_?token|refresh_?token|id_?token|token_?id|token|code_?verifier|state|nonce|secret|password|authorization|cookie'
/** A value in quotes, which a text in a text escapes, or one without. */
const VALUE = '(?:\\\\?(["\'`])(?:\\\\.|(?!\\2)[^\\\\])*\\2?|[^\\s&#"\'`,;})\\]]+)'
/** Error codes are not secrets: `code: 'ECONNREFUSED'`, `"code":404`. */
const ERROR_CODE = '(?!\\\\?["\'`]?(?:[A-Z][A-Z0-9_]{2,30}|\\d{1,4})(?![\\w-]))'

const SECRETS: [RegExp, string][] = [
  // A JWT begins with a JSON object in base64url.
  [/(?<![\w-])ey[\w-]{4,}\.[\w-]+(?:\.[\w-]*)*/g, HIDDEN],
  // Refresh tokens, codes, states, verifiers: no word is as long.
  [/[\w-]{32,}/g, HIDDEN],
  [/\bbearer\s+[^\s"',;]+/gi, `Bearer ${HIDDEN}`],
  // name=value in an address or a form, name: 'value' in an object, "name":"value" in JSON.
  [new RegExp(`((?:${NAMES})\\\\?["']?\\s*[:=]\\s*)${VALUE}`, 'gi'), `$1${HIDDEN}`],
  [new RegExp(`(code\\s*=\\s*)${VALUE}`, 'gi'), `$1${HIDDEN}`],
  [new RegExp(`(code\\\\?["']?\\s*:\\s*)${ERROR_CODE}${VALUE}`, 'g'), `$1${HIDDEN}`],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*\.[a-z]{2,}\b/gi, '[e-mail]'],
]

/** Removes tokens, codes, passwords and email addresses from a text. */
export function redact(text: string): string {
  return SECRETS.reduce((rest, [secret, instead]) => rest.replace(secret, instead), text)
}
