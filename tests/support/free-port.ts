import { createServer } from 'node:net'

/** Whether a port can be listened on; returns the port, any free one for 0, or null. */
function tryPort(at: number): Promise<number | null> {
  return new Promise((answer) => {
    const server = createServer()
    server.once('error', () => answer(null))
    server.listen(at, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => answer(port))
    })
  })
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0)
  if (port === null) throw new Error('there is no free port')
  return port
}

/** A port that was free a moment ago, like the one after it, which the sign-in provider takes. */
export async function freePortPair(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = await freePort()
    if ((await tryPort(port + 1)) !== null) return port
  }
  throw new Error('there is no pair of free ports')
}
