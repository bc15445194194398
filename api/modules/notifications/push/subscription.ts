import { createECDH } from 'node:crypto'

/** Keys of a browser's subscription (RFC 8291), base64url. */
export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** Push services of Chrome, Firefox, Safari and Windows; the server sends to no other host. */
const SERVICES =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[a-z\d-]+(\.[a-z\d-]+)*\.push\.apple\.com|[a-z\d-]+(\.[a-z\d-]+)*\.notify\.windows\.com)$/

/**
 * The one spelling of an endpoint (host in lower case, no fragment), so that a browser is one device; null
 * unless it belongs to a known push service: https on its own port, without credentials.
 */
export function parsePushEndpoint(endpoint: string): string | null {
  const url = URL.parse(endpoint)
  const isKnown =
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    SERVICES.test(url.hostname)
  if (!isKnown) return null
  url.hash = ''
  return url.href
}

/** Whether a message can be encrypted for these keys: a point of the curve, 16 bytes of secret. */
export function areSubscriptionKeys({ p256dh, auth }: Omit<Subscription, 'endpoint'>): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    curve.computeSecret(p256dh, 'base64url')
    return Buffer.from(p256dh, 'base64url').length === 65
  } catch {
    return false
  }
}
