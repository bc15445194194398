import { describe, expect, test } from 'bun:test'
import type { EventTransport } from '#api/infrastructure/bus/transport.ts'
import { eventually } from './eventually.ts'

/** A server that event transports connect to. */
export interface TransportServer {
  /** A new transport on one and the same channel. */
  transport(): EventTransport
  /** Ends every connection of the transports from the server's side. */
  endAll(): Promise<void>
  /** Called while waiting. */
  step(): void
}

/** A started transport with the messages that it received, and `away` and `back` for its connection. */
export async function startTransport(transport: EventTransport) {
  const started = { transport, messages: [] as string[], states: [] as string[] }
  await transport.start({
    onMessage: (message) => started.messages.push(message),
    onDisconnect: () => started.states.push('away'),
    onReconnect: () => started.states.push('back'),
  })
  return started
}

/** The behavior of every transport on its real server. */
export function transportCases(server: () => TransportServer): void {
  const join = () => startTransport(server().transport())
  const until = (condition: () => boolean) => eventually(condition, { step: () => server().step() })

  describe('an event transport', () => {
    test('delivers messages to others, in order', async () => {
      const [one, other] = [await join(), await join()]
      const sent = Array.from({ length: 100 }, (_, index) => `message ${index}`)
      for (const message of sent) one.transport.send(message)
      await until(() => other.messages.length >= sent.length)
      expect(other.messages).toEqual(sent)
      await one.transport.stop()
      await other.transport.stop()
    })

    test('delivers the longest message', async () => {
      const [one, other] = [await join(), await join()]
      const { maxBytes } = one.transport
      const longest = 'é'.repeat(Math.floor(maxBytes / 2)) + 'x'.repeat(maxBytes % 2)
      one.transport.send(longest)
      await until(() => other.messages.length > 0)
      expect(other.messages[0] === longest).toBe(true)
      await one.transport.stop()
      await other.transport.stop()
    })

    test('reports a lost connection, drops messages meanwhile and reconnects', async () => {
      const [one, other] = [await join(), await join()]
      await server().endAll()
      await until(() => one.states.includes('away') && other.states.includes('away'))
      await until(() => one.states.length === 2 && other.states.length === 2)
      expect(one.states).toEqual(['away', 'back'])
      other.transport.send('again')
      await until(() => one.messages.length > 0)
      expect(one.messages).toEqual(['again'])
      await one.transport.stop()
      await other.transport.stop()
    })

    test('sends pending messages when it stops', async () => {
      const [one, other] = [await join(), await join()]
      one.transport.send('first')
      one.transport.send('last')
      await one.transport.stop()
      await until(() => other.messages.length === 2)
      expect(other.messages).toEqual(['first', 'last'])
      await other.transport.stop()
    })

    test('neither receives nor reconnects once stopped', async () => {
      const [one, other] = [await join(), await join()]
      await one.transport.stop()
      other.transport.send('message')
      await until(() => other.messages.length > 0)
      await server().endAll()
      await until(() => other.states.length === 2)
      expect(one).toMatchObject({ messages: [], states: [] })
      await other.transport.stop()
    })
  })
}
