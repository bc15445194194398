import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { Subscription } from '#api/modules/notifications/push/subscription.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const hkdf = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, length))

/** Keys of a user agent, base64url. */
export interface UserAgentKeys {
  privateKey: string
  publicKey: string
  auth: string
}

/** Decrypts an aes128gcm message of one record as RFC 8291 and RFC 8188 say. */
export function decryptPush(body: Uint8Array, { privateKey, publicKey, auth }: UserAgentKeys) {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const serverKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(bytes(privateKey))
  const shared = curve.computeSecret(serverKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), bytes(publicKey), serverKey])
  const input = hkdf(shared, bytes(auth), info, 32)
  const key = hkdf(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('bad padding')
  return padded.subarray(0, end).toString()
}

/** A message that the stand-in received. */
export interface ReceivedPush {
  endpoint: string
  headers: Headers
  text: string
}

/** A push service with its browsers: decrypts messages, or replies as the test wants. */
export function pushService() {
  const agents = new Map<string, UserAgentKeys>()
  const received: ReceivedPush[] = []
  const replies = new Map<string, () => Response>()
  return {
    received,
    /** A new browser's subscription. */
    subscribe(host = 'fcm.googleapis.com'): Subscription {
      const curve = createECDH('prime256v1')
      const publicKey = curve.generateKeys('base64url')
      const auth = randomBytes(16).toString('base64url')
      const endpoint = `https://${host}/fcm/send/${randomBytes(12).toString('base64url')}`
      agents.set(endpoint, { privateKey: curve.getPrivateKey('base64url'), publicKey, auth })
      return { endpoint, p256dh: publicKey, auth }
    },
    /** Replies to an endpoint; without one messages are accepted. */
    reply(endpoint: string, reply: () => Response) {
      replies.set(endpoint, reply)
    },
    /** Takes the place of the network. */
    async fetch(endpoint: string, init: RequestInit): Promise<Response> {
      const agent = agents.get(endpoint)
      if (!agent) return new Response(null, { status: 404 })
      const reply = replies.get(endpoint)?.()
      if (reply) return reply
      const body = await new Response(init.body).bytes()
      const headers = new Headers(init.headers)
      received.push({ endpoint, headers, text: decryptPush(body, agent) })
      return new Response(null, { status: 201 })
    },
  }
}
export type PushService = ReturnType<typeof pushService>

/** Verifies a VAPID header (RFC 8292). @returns the claims and the public key */
export async function verifyVapid(authorization: string, now: number) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const point = bytes(key)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const jwk = { kty: 'EC', crv: 'P-256', alg: 'ES256', x: x ?? '', y: y ?? '' }
  const keys = createLocalJWKSet({ keys: [jwk] })
  const { payload } = await jwtVerify(token, keys, { currentDate: new Date(now) })
  return { claims: payload, key }
}
