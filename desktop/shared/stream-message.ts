import type { StreamMessage } from '#shared/contract/stream.ts'

const TYPES = new Set(['hello', 'price', 'summary', 'round', 'heartbeat'])

function isMessage(value: unknown): value is StreamMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    TYPES.has(value.type) &&
    'seq' in value &&
    typeof value.seq === 'number' &&
    'serverDate' in value &&
    typeof value.serverDate === 'string'
  )
}

/** Reads one message of the live stream; null for what a newer server may say and we do not know. */
export function readMessage(text: unknown): StreamMessage | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return isMessage(value) ? value : null
  } catch {
    return null
  }
}
