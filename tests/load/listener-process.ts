import { createDeliveryStats } from './delivery-stats.ts'

// Stream listeners in a process of their own, one socket each.

interface Order {
  url: string
  count: number
  seconds: number
  /** Texts that each listener sends after the greeting. */
  requests: string[]
}

/** Concurrent connects; an overflowing backlog costs a second each. */
const AT_ONCE = 100

let begin = () => {}

/** Opens one stream; resolves at the hello message. */
function open(url: string, onText: (text: string) => void): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.onmessage = ({ data }) => {
      resolve(socket)
      onText(String(data))
    }
    socket.onerror = () => reject(new Error('a listener could not connect'))
  })
}

async function listen({ url, count, seconds, requests }: Order): Promise<void> {
  const stats = createDeliveryStats(Date.now)
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const wave = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) })
    sockets.push(...(await Promise.all(wave.map(() => open(url, stats.record)))))
  }
  for (const socket of sockets) for (const request of requests) socket.send(request)
  const { promise, resolve } = Promise.withResolvers<void>()
  begin = resolve
  process.send?.('ready')
  await promise
  stats.begin()
  await Bun.sleep(seconds * 1000)
  stats.end()
  // Waits for the last messages as long as a client would.
  await Bun.sleep(5_000)
  process.send?.({ ...stats.report(), seconds })
}

process.on('message', (message: Order | 'begin') => {
  if (message === 'begin') begin()
  else void listen(message)
})
process.on('SIGTERM', () => process.exit(0))
