import { HOST } from './prepare-stack.ts'
import type { Stack } from './stack.ts'

/**
 * Posts JSON to the site from another address than the test's: a container's. `fetch` would take the name for
 * TLS from the address, which is the proxy's here. @returns the status
 */
export function postFromContainer(stack: Stack, path: string, body: object): Promise<string> {
  const script = `const body = '${JSON.stringify(body)}'
    const socket = require('node:tls').connect(
      { host: 'caddy', port: 443, servername: '${HOST}', rejectUnauthorized: false })
    socket.on('data', (data) => { console.log(String(data).split(' ')[1]); process.exit() })
    socket.write(['POST ${path} HTTP/1.1', 'Host: ${HOST}', 'Connection: close',
      'Content-Type: application/json', 'Content-Length: ' + body.length, '', body].join('\\r\\n'))`
  return stack.exec('providers', '/app/bun', '--no-env-file', '-e', script)
}
