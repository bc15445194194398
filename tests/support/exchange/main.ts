import { parseArgs } from 'node:util'
import { systemClock } from '#api/infrastructure/clock.ts'
import { startBinance } from './binance.ts'
import { anyTape, recordedTape } from './tape.ts'

// A stand-in Binance as a process of its own: bun tests/support/exchange/main.ts --port 9100
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, csv: { type: 'string' } },
})
const now = systemClock.now()
const tape = values.csv === undefined ? await anyTape(now) : await recordedTape(values.csv, now)
const { endpoint } = startBinance({ tape, clock: systemClock, port: Number(values.port) })
console.log(JSON.stringify(endpoint))
