import { describe, expect, test } from 'bun:test'
import { keepLine } from '#api/infrastructure/bus/keep-line.ts'
import type { Connector, Transport } from '#api/infrastructure/bus/transport.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { eventually } from './eventually.ts'
import { testClock } from './test-clock.ts'

/** A server that carries a bus, as the cases need it. */
export interface Carrier {
  /** A connector to one and the same channel. */
  connector(): Connector
  /** Ends every connection of the bus on the server's side. */
  endAll(): Promise<void>
}

/** A transport with what it was told. */
interface Heard {
  transport: Transport
  payloads: string[]
  states: boolean[]
}

/** What every transport does on its real server. */
export function transportCases(carrier: () => Carrier): void {
  const clock = testClock('2026-11-21T02:30:00Z')
  const step = () => clock.advance(10)

  const join = async (): Promise<Heard> => {
    const transport = keepLine(carrier().connector(), clock, createLog('silent'))
    const payloads: string[] = []
    const states: boolean[] = []
    await transport.start({
      onMessage: (payload) => payloads.push(payload),
      onState: (isConnected) => states.push(isConnected),
    })
    return { transport, payloads, states }
  }

  describe('a transport', () => {
    test('is heard by everybody, itself included, in order', async () => {
      const [one, other] = [await join(), await join()]
      const said = Array.from({ length: 100 }, (_, index) => `word ${index}`)
      for (const word of said) await one.transport.send(word)
      await eventually(() => one.payloads.length >= 100 && other.payloads.length >= 100)
      expect(one.payloads).toEqual(said)
      expect(other.payloads).toEqual(said)
      await one.transport.stop()
      await other.transport.stop()
    })

    test('carries payloads of the length it names, in bytes', async () => {
      const one = await join()
      const { maxBytes } = one.transport
      const longest = 'é'.repeat(Math.floor(maxBytes / 2)) + 'x'.repeat(maxBytes % 2)
      await one.transport.send(longest)
      await eventually(() => one.payloads.length > 0)
      expect(one.payloads[0] === longest).toBe(true)
      await one.transport.stop()
    })

    test('that loses its connection says so, refuses to send, and comes back by itself', async () => {
      const [one, other] = [await join(), await join()]
      await carrier().endAll()
      await eventually(() => one.states.includes(false) && other.states.includes(false))
      await expect(one.transport.send('lost')).rejects.toThrow('away')
      await eventually(() => one.states.length === 3 && other.states.length === 3, { step })
      expect(one.states).toEqual([true, false, true])
      await other.transport.send('again')
      await eventually(() => one.payloads.length > 0)
      expect(one.payloads).toEqual(['again'])
      await one.transport.stop()
      await other.transport.stop()
    })

    test('that is renewed hears again on a new connection', async () => {
      const one = await join()
      one.transport.renew()
      expect(one.states).toEqual([true, false])
      await eventually(() => one.states.length === 3, { step })
      await one.transport.send('again')
      await eventually(() => one.payloads.length > 0)
      expect(one.payloads).toEqual(['again'])
      await one.transport.stop()
    })

    test('that was stopped hears nothing and does not come back', async () => {
      const [one, other] = [await join(), await join()]
      await one.transport.stop()
      await other.transport.send('word')
      await eventually(() => other.payloads.length > 0)
      await carrier().endAll()
      await eventually(() => other.states.length === 3, { step })
      expect(one).toMatchObject({ payloads: [], states: [true] })
      await expect(one.transport.send('lost')).rejects.toThrow('away')
      await other.transport.stop()
    })
  })
}
