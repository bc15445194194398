import { createECDH, createHmac, createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { HOUR_MS } from '#shared/rules/time.ts'

/** Signs push messages in the name of this server (VAPID, RFC 8292). */
export interface VapidKey {
  /** Uncompressed P-256 point, base64url: the `applicationServerKey` of subscriptions. */
  publicKey: string
  /** The Authorization header for a push service. `origin` is that of the endpoint. */
  authorization(origin: string, now: number): Promise<string>
}

const CURVE = 'prime256v1'
/** RFC 8292 allows at most 24 hours. */
const LIFETIME_MS = 12 * HOUR_MS
/** A header is signed again this long before it expires. */
const RENEW_MS = HOUR_MS

/** Derives a P-256 key; a hash that is no scalar of the curve, once in 2^32, is followed by the next. */
function deriveKey(secret: string) {
  for (let attempt = 0; ; attempt++) {
    const scalar = createHmac('sha256', secret).update(`tidemark push ${attempt}`).digest()
    const curve = createECDH(CURVE)
    try {
      curve.setPrivateKey(scalar)
    } catch {
      continue
    }
    const point = curve.getPublicKey()
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.toString('base64url', 1, 33),
      y: point.toString('base64url', 33),
      d: scalar.toString('base64url'),
    }
    return {
      publicKey: point.toString('base64url'),
      privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
    }
  }
}

/** The key of a secret text, always the same. `contact` is a `mailto:` or `https:` URL without spaces. */
export function createVapidKey(secret: string, contact: string): VapidKey {
  const { publicKey, privateKey } = deriveKey(secret)
  /** One header per push service: a signature for each message would cost as much as its encryption. */
  const signed = new Map<string, { value: Promise<string>; expires: number }>()
  const sign = async (origin: string, expires: number) => {
    const token = await new SignJWT({ sub: contact })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setExpirationTime(Math.floor(expires / 1000))
      .sign(privateKey)
    return `vapid t=${token}, k=${publicKey}`
  }
  return {
    publicKey,
    authorization(origin, now) {
      const known = signed.get(origin)
      if (known && known.expires - now > RENEW_MS && known.expires - now <= LIFETIME_MS) {
        return known.value
      }
      const expires = now + LIFETIME_MS
      const value = sign(origin, expires)
      signed.set(origin, { value, expires })
      return value
    },
  }
}
