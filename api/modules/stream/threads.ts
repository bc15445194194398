import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { STREAM_REQUESTS } from '#shared/contract/endpoints.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import { ID_PATTERN } from '#shared/rules/paths.ts'

type ThreadMessage = Pick<Extract<StreamMessage, { type: 'thread' }>, 'type' | 'target' | 'id'>

interface ThreadsDeps<Socket> {
  send: (socket: Socket, message: ThreadMessage) => void
  bus: Pick<AppEventBus, 'on'>
  clock: Clock
}

const REQUEST = new RegExp(`^${STREAM_REQUESTS.thread} (vote|post) (${ID_PATTERN})$`)
/** Time between two messages of a thread, ms: its readers fetch it upon each. */
const PAUSE_MS = 500

/** Changes of threads for the windows that show them: one thread a socket. */
export function createThreads<Socket>({ send, bus, clock }: ThreadsDeps<Socket>) {
  const threadOf = new Map<Socket, string>()
  const readers = new Map<string, Set<Socket>>()
  /** Threads whose change was sent less than a pause ago, and whether another one came since. */
  const pausing = new Map<string, { isDue: boolean }>()

  const remove = (socket: Socket) => {
    const thread = threadOf.get(socket)
    if (thread === undefined) return
    threadOf.delete(socket)
    const others = readers.get(thread)
    others?.delete(socket)
    if (others?.size === 0) readers.delete(thread)
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
      const [, target, id] = REQUEST.exec(text) ?? []
      if (target === undefined || id === undefined) return false
      remove(socket)
      const thread = `${target} ${id}`
      threadOf.set(socket, thread)
      readers.set(thread, (readers.get(thread) ?? new Set()).add(socket))
      return true
    },

    remove,

    /** Returns the function that stops. */
    start: (): (() => void) => bus.on('reply', ({ target, id }) => notify(target, id)),
  }
}
