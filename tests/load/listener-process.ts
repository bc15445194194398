import { createHearing } from './hearing.ts'

// Listeners of the live stream, apart from the server and from whoever measures: a socket each.

interface Order {
  url: string
  count: number
  seconds: number
}

/** As many as connect at once: a backlog that overflows would cost a second each. */
const AT_ONCE = 100

let begin = () => {}

/** Opens one stream; resolves at its first message, which is the greeting. */
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

async function listen({ url, count, seconds }: Order): Promise<void> {
  const hearing = createHearing(Date.now)
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const wave = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) })
    sockets.push(...(await Promise.all(wave.map(() => open(url, hearing.hear)))))
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  begin = resolve
  process.send?.('ready')
  await promise
  hearing.begin()
  await Bun.sleep(seconds * 1000)
  hearing.end()
  // What was sent last has as long to arrive as a client would wait for anything.
  await Bun.sleep(5_000)
  process.send?.({ ...hearing.report(), seconds })
}

process.on('message', (message: Order | 'begin') => {
  if (message === 'begin') begin()
  else void listen(message)
})
process.on('SIGTERM', () => process.exit(0))
