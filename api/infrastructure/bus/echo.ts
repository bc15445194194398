import { type Clock, every, within } from '#api/infrastructure/clock.ts'

/** How often an instance tests its own connection: one that is lost silently looks alive. */
const INTERVAL_MS = 10_000
const TIMEOUT_MS = 5_000
const PREFIX = 'echo '

/** Sends a message to all instances, the sender included. */
type Send = (message: string) => Promise<unknown>

/** The message by which an instance tests its own connection. */
export interface Echo {
  /** Sends a message and resolves once `receive` was called with it; rejects 5 s after it was sent. */
  prove(send: Send): Promise<void>
  /** Proves the connection every 10 s until the returned function is called. */
  repeat(send: Send, onFailure: (error: unknown) => void): () => void
  /** Returns whether `message` is such a message, of whichever instance. */
  receive(message: string): boolean
  /** Rejects the proof in progress, if any. */
  cancel(error: Error): void
}

/** Creates the echo of one transport; `failure` says what a connection without an echo does. */
export function createEcho(clock: Clock, failure: string): Echo {
  let awaited: { message: string; resolve(): void; reject(error: Error): void } | null = null

  const prove = async (send: Send): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => {})
    const own = { message: `${PREFIX}${crypto.randomUUID()}`, resolve, reject }
    awaited = own
    try {
      await send(own.message)
      if (!(await within(clock, TIMEOUT_MS, promise))) throw new Error(failure)
    } finally {
      if (awaited === own) awaited = null
    }
  }

  return {
    prove,
    repeat(send, onFailure) {
      return every(clock, INTERVAL_MS, () => {
        if (awaited === null) prove(send).catch(onFailure)
      })
    },
    receive(message) {
      if (message === awaited?.message) awaited.resolve()
      return message.startsWith(PREFIX)
    },
    cancel(error) {
      awaited?.reject(error)
    },
  }
}
