import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { STREAM_REQUESTS, STREAM_THREADS_MAX } from '#shared/contract/endpoints.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import { ID_PATTERN } from '#shared/rules/paths.ts'

type ThreadMessage = Pick<Extract<StreamMessage, { type: 'thread' }>, 'type' | 'target' | 'id'>

interface ThreadsDeps<Socket> {
  send: (socket: Socket, message: ThreadMessage) => void
  bus: Pick<AppEventBus, 'on'>
  clock: Clock
}

const THREAD = `(?:vote|post) ${ID_PATTERN}`
const REQUEST = new RegExp(
  `^${STREAM_REQUESTS.thread} (${THREAD}(?: ${THREAD}){0,${STREAM_THREADS_MAX - 1}})$`,
)
const THREADS = new RegExp(THREAD, 'g')
/** Time between two messages of a thread, ms: its readers fetch it upon each. */
const PAUSE_MS = 500

/** Changes of threads for the windows that show them: a few threads a socket. */
export function createThreads<Socket>({ send, bus, clock }: ThreadsDeps<Socket>) {
  const threadsOf = new Map<Socket, readonly string[]>()
  const readers = new Map<string, Set<Socket>>()
  /** Threads whose change was sent less than a pause ago, and whether another one came since. */
  const pausing = new Map<string, { isDue: boolean }>()

  const remove = (socket: Socket) => {
    for (const thread of threadsOf.get(socket) ?? []) {
      const others = readers.get(thread)
      others?.delete(socket)
      if (others?.size === 0) readers.delete(thread)
    }
    threadsOf.delete(socket)
  }

  const notify = (target: ThreadMessage['target'], id: number) => {
    const thread = `${target} ${id}`
    const pause = pausing.get(thread)
    if (pause) {
      pause.isDue = true
      return
    }
    const sockets = readers.get(thread)
    if (!sockets) return
    for (const socket of sockets) send(socket, { type: 'thread', target, id })
    const begun = { isDue: false }
    pausing.set(thread, begun)
    clock.after(PAUSE_MS, () => {
      pausing.delete(thread)
      if (begun.isDue) notify(target, id)
    })
  }

  return {
    /** Applies a client's message; false for any other text. */
    apply(socket: Socket, text: string): boolean {
      if (text === STREAM_REQUESTS.noThread) {
        remove(socket)
        return true
      }
      const threads = REQUEST.exec(text)?.[1]?.match(THREADS)
      if (!threads) return false
      remove(socket)
      threadsOf.set(socket, threads)
      for (const thread of threads) {
        readers.set(thread, (readers.get(thread) ?? new Set()).add(socket))
      }
      return true
    },

    remove,

    /** Returns the function that stops. */
    start: (): (() => void) => bus.on('reply', ({ target, id }) => notify(target, id)),
  }
}
