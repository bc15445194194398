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

/**
 * Prefix of the nonce of a repeated sign-in, formed like that of a link. Such an ID token only proves to its
 * session that the person has signed in again.
 */
export const CONFIRM_NONCE = 'confirm.'

/** Purpose of a proof: another sign-in method, or the repeated sign-in of the same person. */
export type ProofPurpose = 'link' | 'confirm'
export const PURPOSE_NONCE = { link: LINK_NONCE, confirm: CONFIRM_NONCE } as const
