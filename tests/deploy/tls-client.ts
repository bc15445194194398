import { createServer } from 'node:net'
import { connect } from 'node:tls'

/** A plain address on this machine whose connections reach a site over verified TLS. */
export interface TlsClient {
  url: string
  stop(): void
}

interface TlsClientOptions {
  port: number
  /** Host name of the site, a name under `localhost`. */
  name: string
  /** Certificate authority (PEM) that its certificate must come from. */
  ca: string
}

/** Lets the clients of the other tests, which know no certificates, use a site over TLS. */
export async function openTlsClient({ port, name, ca }: TlsClientOptions): Promise<TlsClient> {
  const server = createServer((visitor) => {
    const site = connect({ host: '127.0.0.1', port, servername: name, ca })
    visitor.on('error', () => site.destroy())
    site.on('error', (error) => {
      console.error(`TLS to ${name}: ${error.message}`)
      visitor.destroy()
    })
    visitor.pipe(site).pipe(visitor)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return { url: `http://${name}:${own}`, stop: () => server.close() }
}
