import { createHmac, timingSafeEqual } from 'node:crypto'

/** A SHA-256 as base64url. */
const TAG_LENGTH = 43

/** Authenticates messages between instances: a bus is open to others who may publish on it. */
export interface MessageAuth {
  /** The message with its tag. */
  seal(text: string): string
  /** The text of a sealed message; null for any other. */
  open(message: string): string | null
}

/**
 * Tags messages with HMAC-SHA256. `context` names the channel, so that messages of another channel with
 * the same key are refused.
 */
export function createMessageAuth(key: Uint8Array, context: string): MessageAuth {
  const tagOf = (text: string) =>
    createHmac('sha256', key).update(`${context}\n${text}`).digest('base64url')
  return {
    seal: (text) => tagOf(text) + text,
    open: (message) => {
      const text = message.slice(TAG_LENGTH)
      const given = Buffer.from(message.slice(0, TAG_LENGTH))
      const expected = Buffer.from(tagOf(text))
      const isAuthentic = given.length === expected.length && timingSafeEqual(given, expected)
      return isAuthentic ? text : null
    },
  }
}
