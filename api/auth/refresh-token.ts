import { createHash, createHmac, randomBytes } from 'node:crypto'

const SHAPE = /^[A-Za-z0-9_-]{43}$/

/** A new refresh token: 256 random bits as base64url (43 characters). */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of a refresh token. */
export function isRefreshToken(text: string): boolean {
  return SHAPE.test(text)
}

/** The stored hash of a token: SHA-256, 32 bytes. */
export function refreshTokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/**
 * The token that replaces `token`: 256 bits, unpredictable without `secret`. Derived, so that a client
 * that lost the reply can receive it again although only hashes are stored.
 */
export function successorOf(token: string, secret: Uint8Array): string {
  return createHmac('sha256', secret)
    .update(`tidemark refresh successor\n${token}`)
    .digest('base64url')
}
