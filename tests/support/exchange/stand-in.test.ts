import { afterAll, describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { startBinance } from './binance.ts'
import { anyTape, priceAt } from './tape.ts'

const clock = testClock('2026-11-21T02:30:00Z')
const tape = await anyTape(clock.now())
const binance = startBinance({ tape, clock })
afterAll(() => binance.stop())

const HOUR_NOW = Date.UTC(2026, 10, 21, 2)

describe("the stand-in speaks Binance's wire format", () => {
  test('klines: arrays of twelve, oldest first, prices as strings of eight decimals', async () => {
    const query = `symbol=BTCUSDT&interval=1h&startTime=${HOUR_NOW - HOUR_MS}&limit=5`
    const reply = await fetch(`${binance.endpoint.rest}/api/v3/klines?${query}`)
    const rows: unknown = await reply.json()
    const like = (otime: number) => [
      otime,
      ...Array(5).fill(expect.stringMatching(/^\d+\.\d{8}$/)),
      otime + HOUR_MS - 1,
      expect.any(String),
      expect.any(Number),
      ...Array(3).fill(expect.any(String)),
    ]
    expect(rows).toEqual([like(HOUR_NOW - HOUR_MS), like(HOUR_NOW)])
  })

  test('at most 1000 rows, and nothing of the future', async () => {
    const query = `startTime=${HOUR_NOW - 5000 * HOUR_MS}&limit=4000`
    const rows: unknown = await (
      await fetch(`${binance.endpoint.rest}/api/v3/klines?${query}`)
    ).json()
    expect(rows).toHaveLength(1000)
  })

  test('the mini ticker, once a second', async () => {
    const messages: string[] = []
    const socket = new WebSocket(`${binance.endpoint.stream}/ws/btcusdt@miniTicker`)
    socket.onmessage = (event: MessageEvent<unknown>) => messages.push(`${event.data}`)
    await eventually(() => messages.length === 1)
    clock.advance(1000)
    await eventually(() => messages.length === 2)
    expect(JSON.parse(messages[1] ?? '')).toMatchObject({
      e: '24hrMiniTicker',
      E: clock.now(),
      s: 'BTCUSDT',
      c: priceAt(tape, clock.now()),
    })
    socket.close()
  })
})

test('it runs as a process of its own and prints where it listens', async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/main.ts`, '--port', '0'], {
    stdout: 'pipe',
  })
  try {
    let output = ''
    for await (const chunk of child.stdout) {
      output += new TextDecoder().decode(chunk)
      if (output.includes('\n')) break
    }
    const endpoint: { rest: string } = JSON.parse(output)
    const reply = await fetch(`${endpoint.rest}/api/v3/klines?symbol=BTCUSDT&limit=1`)
    expect(reply.status).toBe(200)
  } finally {
    child.kill()
    await child.exited
  }
})
