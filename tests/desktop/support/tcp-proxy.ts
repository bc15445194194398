import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that can be switched off, to simulate an outage. */
export interface TcpProxy {
  origin: string
  /** Closes all connections and accepts none. */
  shut(): Promise<void>
  /** Accepts connections again, at the same address. */
  open(): Promise<void>
}

/** Starts a proxy in front of a local `port`, switched on. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let server: Server | null = null
  let own = 0

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const enter = (caller: Socket) => {
    const callee = connect(port, '127.0.0.1')
    for (const socket of [caller, callee]) keep(socket)
    caller.pipe(callee)
    callee.pipe(caller)
    caller.on('close', () => callee.destroy())
    callee.on('close', () => caller.destroy())
  }
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const opened = createServer(enter)
      opened.once('error', reject)
      opened.listen(own, '127.0.0.1', () => {
        const address = opened.address()
        own = typeof address === 'object' && address ? address.port : own
        server = opened
        resolve()
      })
    })
  const shut = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      if (!server) return resolve()
      server.close(() => resolve())
      server = null
    })

  await open()
  return { origin: `http://127.0.0.1:${own}`, open, shut }
}
