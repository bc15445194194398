import type { StreamMessage } from '#shared/contract/stream.ts'
import { readMessage } from './stream-message.ts'

/** What is told of a stream. */
export interface StreamEvents {
  onMessage: (message: StreamMessage) => void
  /** Something between two messages was missed. */
  onGap: () => void
  /** Whether messages are coming; false from the start and while the stream is away. */
  onState: (isOpen: boolean) => void
}

/** Reads what a stream says, in its order, and notices what is missing in between. */
export interface StreamSequence {
  hear(data: unknown): void
  /** The stream is away: the next numbers have nothing to do with the last ones. */
  leave(): void
  /** Whether something was heard since the stream was last away. */
  isHeard(): boolean
}

/** A stream is open from its greeting on. */
export function createStreamSequence({ onMessage, onGap, onState }: StreamEvents): StreamSequence {
  let last: number | null = null
  return {
    hear(data) {
      const message = readMessage(data)
      if (!message) return
      if (message.type === 'hello') onState(true)
      else if (last !== null && message.seq !== last + 1) onGap()
      last = message.seq
      onMessage(message)
    },
    leave() {
      last = null
      onState(false)
    },
    isHeard: () => last !== null,
  }
}
