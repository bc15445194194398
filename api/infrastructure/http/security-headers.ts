/**
 * Headers of every reply of the API. Its replies are data: nothing in them may run, be framed, be
 * guessed at, or be read by another site than CORS names.
 */
export const SECURITY_HEADERS: Record<string, string> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

/** Adds HSTS where people come by https. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return SECURITY_HEADERS
  return { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=31536000' }
}
