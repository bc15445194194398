/** The domain of addresses that lead nowhere (RFC 6761): accounts need one, though some people have none. */
export const NO_EMAIL_DOMAIN = '.invalid'

/** The address of an account; null where it was made up for somebody without one. */
export const realEmail = (email: string): string | null =>
  email === '' || email.endsWith(NO_EMAIL_DOMAIN) ? null : email
