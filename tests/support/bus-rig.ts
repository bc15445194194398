import { type ClusterBus, createClusterBus } from '#api/infrastructure/bus/cluster-bus.ts'
import { createLocalBus } from '#api/infrastructure/bus/local-bus.ts'
import type { Transport, TransportEvents } from '#api/infrastructure/bus/transport.ts'
import { createLog } from '#api/infrastructure/log.ts'
import type { TestClock } from './test-clock.ts'

/** The connection of one process to the channel of a rig. */
export interface Wire extends Transport {
  /** What it will hear, oldest first, while `isHeld`. */
  inbox: string[]
  /** Keeps what comes in the inbox, for a test to lose, repeat and disorder. */
  isHeld: boolean
  /** Hears a payload now. */
  hear(payload: string): void
  /** Loses the connection, and what was under way on it. */
  cut(): void
  mend(): void
  /** How often it was given up as dead. */
  renewals: number
}

/** A process on the rig's channel. */
export interface Station {
  bus: ClusterBus
  wire: Wire
  /** What its listeners were told: `vote 7`, `missed`. */
  told: string[]
}

/** A channel without a server, for processes whose time a test moves. */
export interface BusRig {
  /** Joins; with `isHeld` nothing is heard, not even what the process says itself. */
  join(name: string, isHeld?: boolean): Promise<Station>
  /** Lets what was said be heard, without moving the clock. */
  settle(): Promise<void>
}

/** Makes a channel; every wire takes payloads of `maxBytes`. */
export function busRig(clock: TestClock, maxBytes = 7_999): BusRig {
  const wires = new Set<Wire>()
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

  const makeWire = (isHeld: boolean): Wire => {
    let events: TransportEvents = { onMessage() {}, onState() {} }
    const wire: Wire = {
      address: 'the rig',
      maxBytes,
      inbox: [],
      isHeld,
      renewals: 0,
      async start(told) {
        events = told
        wire.mend()
      },
      async send(payload) {
        if (!wires.has(wire)) throw new Error('away')
        for (const other of wires) {
          if (other.isHeld) other.inbox.push(payload)
          else queueMicrotask(() => other.hear(payload))
        }
      },
      hear: (payload) => events.onMessage(payload),
      renew() {
        wire.renewals += 1
      },
      async stop() {
        wires.delete(wire)
      },
      cut() {
        wire.inbox = []
        wires.delete(wire)
        events.onState(false)
      },
      mend() {
        wires.add(wire)
        events.onState(true)
      },
    }
    return wire
  }

  return {
    settle,
    async join(name, isHeld = false) {
      const wire = makeWire(isHeld)
      const local = createLocalBus((error) => {
        throw error
      })
      const log = createLog('silent')
      const bus = createClusterBus({ local, transport: wire, clock, log, processId: name })
      const told: string[] = []
      bus.on('vote', ({ voteId }) => told.push(`vote ${voteId}`))
      bus.on('missed', () => told.push('missed'))
      await bus.start()
      return { bus, wire, told }
    },
  }
}

/** A vote with this number, as an event. */
export const voteOf = (voteId: number) => ({ voteId, roundId: 1, first: true })
