/**
 * Prefix of a nonce that is bound to its client. The client draws a secret, asks the provider for the
 * nonce `sha256.` + base64url(SHA-256(secret)) and sends the secret along with the ID token, so that
 * a token that leaks alone cannot be used.
 */
export const BOUND_NONCE = 'sha256.'
