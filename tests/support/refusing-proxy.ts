import { createServer } from 'node:net'

/** An HTTP proxy on this machine that records the first line of each request and answers it with 502. */
export async function startRefusingProxy() {
  const lines: string[] = []
  const proxy = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      lines.push(data.toString().split('\r\n')[0] ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { lines, url: `http://127.0.0.1:${port}`, close: () => proxy.close() }
}
