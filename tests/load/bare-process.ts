import type { Reply } from './processes.ts'

// The baseline: a bare Bun.serve handler with a prepared reply.
process.on('message', ({ status, headers, body, afterMs }: Reply) => {
  const bytes = Buffer.from(body, 'base64')
  const init = { status, headers: new Headers(headers) }
  const answer = status === 304 ? () => new Response(null, init) : () => new Response(bytes, init)
  const fetch = afterMs ? () => Bun.sleep(afterMs).then(answer) : answer
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, reusePort: false, fetch })
  process.send?.(server.url.origin)
})
process.on('SIGTERM', () => process.exit(0))
