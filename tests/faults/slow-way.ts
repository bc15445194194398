import { connect, createServer, type Socket } from 'node:net'

/** The way to a PostgreSQL server, over a port of its own, which can be made slow or cut. */
export interface SlowWay {
  /** The server's address by this way. */
  url: string
  /** Every answer of the server arrives so many milliseconds later. */
  delay(milliseconds: number): void
  /** Nothing arrives any more, in either direction, and nobody is told: a network that is gone. */
  hang(): void
  /** What is on its way arrives, and what comes after it at once. */
  flow(): void
  /**
   * The same for new connections alone: those of before stay silent for ever, as those to a machine
   * that is gone and whose place another has taken.
   */
  replace(): void
  /** How many connections lead over it now. */
  connections(): number
  stop(): Promise<void>
}

/** Opens a way to the server of `serverUrl`. */
export async function slowWay(serverUrl: string): Promise<SlowWay> {
  const target = new URL(serverUrl)
  const open = new Set<Socket>()
  let late = 0
  let isHung = false
  let letFlow = () => {}
  let flowing = Promise.resolve()
  const lost = new WeakSet<Socket>()
  const never = new Promise(() => {})

  /** Hands on in order, each part when its time has come and something flows at all. */
  const carry = (from: Socket, to: Socket, isAnswer: boolean) => {
    const client = isAnswer ? to : from
    let before = Promise.resolve()
    const after = (act: () => void) => {
      const own = isAnswer && late > 0 ? Bun.sleep(late) : null
      before = Promise.all([before, own]).then(async () => {
        while (isHung) await flowing
        if (lost.has(client)) await never
        act()
      })
    }
    from.on('data', (part) => after(() => to.write(part)))
    from.on('close', () => after(() => to.destroy()))
    from.on('error', () => {})
  }

  const flow = () => {
    late = 0
    isHung = false
    letFlow()
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    client.setNoDelay(true)
    upstream.setNoDelay(true)
    open.add(client)
    client.on('close', () => open.delete(client))
    carry(client, upstream, false)
    carry(upstream, client, true)
  })
  await new Promise<void>((answer) => server.listen(0, '127.0.0.1', answer))
  const address = server.address()
  const url = new URL(serverUrl)
  url.port = String(address instanceof Object ? address.port : '')
  return {
    url: url.href,
    delay: (milliseconds) => {
      late = milliseconds
    },
    hang: () => {
      isHung = true
      flowing = new Promise((answer) => {
        letFlow = answer
      })
    },
    flow,
    replace: () => {
      for (const client of open) lost.add(client)
      flow()
    },
    connections: () => open.size,
    stop: () => {
      for (const socket of open) socket.destroy()
      return new Promise((answer) => server.close(() => answer()))
    },
  }
}
