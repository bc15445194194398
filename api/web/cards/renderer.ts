import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import {
  startWorkerThread,
  type ThreadEvents,
  type WorkerThread,
} from '#api/infrastructure/worker-thread.ts'
import type { CardElement } from './element.ts'

/** A card for the thread that draws. */
export interface CardRequest {
  id: number
  card: CardElement
}

export type CardReply = { id: number } & ({ png: Uint8Array<ArrayBuffer> } | { error: string })

/** Cards that wait beyond it are refused: they take seconds, and nobody looks at a picture that late. */
const MAX_WAITING = 32
/** The thread takes about 100 MB, and most hours need no new card. A hanging one also ends after it. */
const IDLE_MS = 60_000

interface CardRendererDeps {
  clock: Pick<Clock, 'after'>
  startThread?: (events: ThreadEvents<CardReply>) => WorkerThread<CardRequest>
}

export type CardRenderer = ReturnType<typeof createCardRenderer>

const startWorker = (events: ThreadEvents<CardReply>) =>
  startWorkerThread<CardRequest, CardReply>(new URL('./card-worker.ts', import.meta.url), events)

interface Waiting {
  resolve: (png: Uint8Array<ArrayBuffer>) => void
  reject: (error: Error) => void
}

/** Draws cards in another thread, which runs while it is needed. */
export function createCardRenderer({ clock, startThread = startWorker }: CardRendererDeps) {
  const waiting = new Map<number, Waiting>()
  let thread: WorkerThread<CardRequest> | null = null
  let cancelStop = () => {}
  let lastId = 0

  const stopFor = (reason: Error) => {
    cancelStop()
    thread?.stop()
    thread = null
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  const stop = () => stopFor(new Error('The thread that draws cards has stopped.'))

  const stopLater = () => {
    cancelStop()
    cancelStop = clock.after(IDLE_MS, stop)
  }

  const settle = (reply: CardReply) => {
    const found = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('png' in reply) found?.resolve(reply.png)
    else found?.reject(new Error(reply.error))
    stopLater()
  }

  return {
    /** Draws `card` as PNG. @throws ApiError NOT_READY with `Retry-After` while too many cards wait */
    async draw(card: CardElement): Promise<Uint8Array<ArrayBuffer>> {
      if (waiting.size >= MAX_WAITING) {
        throw new ApiError('NOT_READY', { headers: { 'retry-after': '5' } })
      }
      if (waiting.size === 0) stopLater()
      thread ??= startThread({ onMessage: settle, onFailure: stopFor })
      lastId += 1
      const id = lastId
      const drawn = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
      })
      thread.send({ id, card })
      return drawn
    },

    /** Ends the thread; waiting cards are rejected. */
    stop,
  }
}
