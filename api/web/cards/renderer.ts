import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { createWorker, type StartThread, threadOf } from '#api/infrastructure/worker-thread.ts'
import type { CardElement } from './element.ts'

type Png = Uint8Array<ArrayBuffer>

/** More cards are refused: they take seconds, and nobody looks at a picture that late. */
const MAX_CARDS = 32
/** The thread takes about 100 MB, and most hours need no new card. */
const LIMIT_MS = 60_000

interface CardRendererDeps {
  clock: Pick<Clock, 'after'>
  startThread?: StartThread<CardElement, Png>
}

export type CardRenderer = ReturnType<typeof createCardRenderer>

/** Draws cards in another thread, which runs while it is needed. */
export function createCardRenderer({
  clock,
  startThread = threadOf(new URL('./card-worker.ts', import.meta.url)),
}: CardRendererDeps) {
  const { run, stop } = createWorker<CardElement, Png>({
    clock,
    start: startThread,
    concurrency: MAX_CARDS,
    maxWaiting: 0,
    busy: () => new ApiError('NOT_READY', { headers: { 'retry-after': '5' } }),
    nameOf: () => 'card',
    limitMs: LIMIT_MS,
    idleMs: LIMIT_MS,
  })
  return {
    /** Draws `card` as PNG. @throws ApiError NOT_READY with `Retry-After` while too many cards wait */
    draw: (card: CardElement) => run(card),
    stop,
  }
}
