/**
 * Prefix of a nonce that is bound to its client. The client draws a secret, asks the provider for the
 * nonce `sha256.` + base64url(SHA-256(secret)) and sends the secret along with the ID token, so that
 * a token that leaks alone cannot be used.
 */
export const BOUND_NONCE = 'sha256.'

/**
 * Prefix of the nonce of a link: `link.` + base64url(SHA-256(secret + "." + session id)). Such an ID
 * token signs nobody in, and adds its identity only to the account whose session asked for it.
 */
export const LINK_NONCE = 'link.'
