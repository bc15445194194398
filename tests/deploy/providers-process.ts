import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { systemClock } from '#api/infrastructure/clock.ts'
import { startBinance } from '#tests/support/exchange/binance.ts'
import { generatedTape } from '#tests/support/exchange/tape.ts'
import { GOOGLE_KEYS_HOST } from './provider-names.ts'

// Stands for the hosts that a server in production needs, under their own names and over TLS: Google's
// public keys and Binance's market data. FOLDER has key.pem, certificate.pem and keys.json.
const folder = process.argv[2] ?? ''
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

const google = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response(read('keys.json'), { headers: { 'content-type': 'application/json' } }),
})
const binance = startBinance({ tape: generatedTape(), clock: systemClock })

const server = createServer({ key: read('key.pem'), cert: read('certificate.pem') }, (visitor) => {
  const name = 'servername' in visitor ? visitor.servername : undefined
  const port = name === GOOGLE_KEYS_HOST ? google.port : binance.port
  const target = connect(port ?? 0, '127.0.0.1')
  target.on('error', () => visitor.destroy())
  visitor.on('error', () => target.destroy())
  visitor.pipe(target).pipe(visitor)
})
server.listen(443, () => console.log('providers are ready'))
process.on('SIGTERM', () => process.exit(0))
