import { createHash, createHmac, randomBytes } from 'node:crypto'

const SHAPE = /^[A-Za-z0-9_-]{43}$/

/** A new refresh token: 256 random bits as base64url (43 characters). */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether text can be a refresh token at all. */
export function isRefreshToken(text: string): boolean {
  return SHAPE.test(text)
}

/** What is stored of a token: its SHA-256, 32 bytes. */
export function refreshTokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/**
 * The token that replaces `token`: 256 bits, without the server's secret as good as random. It is
 * derived so that a client whose reply got lost can be given the same one again although only
 * hashes are stored.
 */
export function successorOf(token: string, secret: Uint8Array): string {
  return createHmac('sha256', secret)
    .update(`tidemark refresh successor\n${token}`)
    .digest('base64url')
}
