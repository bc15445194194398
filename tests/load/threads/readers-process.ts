import { createSpacedRefetch } from '#desktop/renderer/features/desk/spaced-refetch.ts'

// Readers of a thread in a process of their own: each has a socket and fetches its page as a client does.

/** What the readers do. */
export interface ReadersOrder {
  /** Of the stream. */
  stream: string
  /** The text that requests the changes of the thread. */
  request: string
  /** Of the page that each reader shows. */
  page: string
  /** One reader each. */
  tokens: string[]
}

/** Connects in progress; an overflowing backlog costs a second each. */
const AT_ONCE = 100
/** Longer than any reader should wait. */
const LIMIT_MS = 20_000

let text = ''
let seen: number[] = []
let count = 0
let onAll = () => {}

/** Opens the stream of a reader, which fetches its page after each change. */
function open({ stream, request, page }: ReadersOrder, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  let last = ''
  const refetches = createSpacedRefetch({
    fetch: async () => {
      // Whoever gets no answer does not have the reply.
      const body = await fetch(page, { headers }).then(
        (reply) => reply.text(),
        () => '',
      )
      if (last === text || !body.includes(text)) return
      last = text
      seen.push(Date.now())
      if (seen.length === count) onAll()
    },
    now: () => performance.now(),
    after(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  })
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(stream)
    socket.onmessage = ({ data }) => {
      const message = String(data)
      if (message.includes('"type":"hello"')) {
        socket.send(request)
        resolve()
      }
      if (message.includes('"type":"thread"')) refetches.request()
    }
    socket.onclose = ({ code }) =>
      reject(new Error(`the stream of a reader was closed with ${code}`))
  })
}

async function start(order: ReadersOrder): Promise<void> {
  count = order.tokens.length
  for (let from = 0; from < count; from += AT_ONCE) {
    const wave = order.tokens.slice(from, from + AT_ONCE)
    await Promise.all(wave.map((token) => open(order, token)))
  }
  process.send?.('ready')
}

/** Sends the instants (epoch ms) at which the readers have the reply with a text. */
async function expectText(expected: string): Promise<void> {
  text = expected
  seen = []
  const all = new Promise<void>((resolve) => {
    onAll = resolve
  })
  process.send?.('watching')
  await Promise.race([all, Bun.sleep(LIMIT_MS)])
  process.send?.(seen)
}

process.on('message', (message: ReadersOrder | string) => {
  void (typeof message === 'string' ? expectText(message) : start(message))
})
process.on('SIGTERM', () => process.exit(0))
