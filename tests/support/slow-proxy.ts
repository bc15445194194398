import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy before a server that can delay or drop packets. */
export interface SlowProxy {
  /** The server's URL through the proxy. */
  url: string
  /** Delays every reply of the server (ms). */
  delay(milliseconds: number): void
  /** Drops everything in both directions silently, like a dead network. */
  hang(): void
  /** Hangs once a client sends `text`, which is not passed on either. */
  hangAt(text: string): void
  /** Whether it has hung and does not flow again. */
  isHanging(): boolean
  /** Delivers what is delayed and ends delays. */
  flow(): void
  /**
   * Leads new connections to `successorUrl`, or to the same server, without delays; the old ones stay
   * silent, as to a replaced machine.
   */
  replace(successorUrl?: string): void
  /**
   * Connections that the server has, without those of a replaced one; its answer to the end of one comes to the client
   * as late as all others.
   */
  connections(): number
  stop(): Promise<void>
}

/** Starts a proxy before the server of `serverUrl`. */
export async function startSlowProxy(serverUrl: string): Promise<SlowProxy> {
  let target = new URL(serverUrl)
  const open = new Set<Socket>()
  const atServer = new Set<Socket>()
  let late = 0
  let isCut = false
  let hangText: string | null = null
  let resume = () => {}
  let flowing = Promise.resolve()
  const lost = new WeakSet<Socket>()
  const never = new Promise(() => {})

  const hang = () => {
    isCut = true
    flowing = new Promise((answer) => {
      resume = answer
    })
  }

  /** Forwards chunks in order, each after its delay and while the proxy is not cut. */
  const carry = (from: Socket, to: Socket, isAnswer: boolean) => {
    const client = isAnswer ? to : from
    let before = Promise.resolve()
    const after = (act: () => void) => {
      const own = isAnswer && late > 0 ? Bun.sleep(late) : null
      before = Promise.all([before, own]).then(async () => {
        while (isCut) await flowing
        if (lost.has(client)) await never
        act()
      })
    }
    from.on('data', (part) => {
      if (!isAnswer && !isCut && hangText !== null && part.includes(hangText)) hang()
      after(() => to.write(part))
    })
    from.on('close', () => after(() => to.destroy()))
    from.on('error', () => {})
  }

  const flow = () => {
    late = 0
    isCut = false
    hangText = null
    resume()
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    client.setNoDelay(true)
    upstream.setNoDelay(true)
    open.add(client)
    atServer.add(upstream)
    client.on('close', () => open.delete(client))
    upstream.on('close', () => atServer.delete(upstream))
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
    hang,
    hangAt: (text) => {
      hangText = text
    },
    isHanging: () => isCut,
    flow,
    replace: (successorUrl = target.href) => {
      target = new URL(successorUrl)
      for (const client of open) {
        lost.add(client)
        // Else the proxy would answer the end of a connection.
        client.pause()
      }
      atServer.clear()
      flow()
    },
    connections: () => atServer.size,
    stop: () => {
      for (const socket of open) socket.destroy()
      return new Promise((answer) => server.close(() => answer()))
    },
  }
}
