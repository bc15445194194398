import { Value } from '@sinclair/typebox/value'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Clock } from '#api/infrastructure/clock.ts'
import { type FromChild, type PriceKind, ToChild } from './messages.ts'

/** The line to the supervisor, as a child holds it. */
export interface ParentLink {
  /** Tells that this process serves. */
  up(url: string, prices: PriceKind): void
  /** Tells why it cannot start; resolves when that is on its way. */
  failed(message: string): Promise<void>
  /**
   * Hands over the figures of this process, marked with its number, and answers how those of all
   * processes are written out, in Prometheus' text format.
   */
  share(registry: Registry): () => Promise<string>
}

/** What carries the messages: `process` of a child. */
export interface Channel {
  send(message: FromChild, sent?: () => void): void
  onMessage(listener: (message: unknown) => void): void
}

/** A supervisor that says nothing is stopped or overloaded; then there are this process's figures. */
const PATIENCE_MS = 2_000

/** Every sample bears its process's number, so there is nothing to add up: each stands for itself. */
function written(all: readonly (readonly object[])[]): Promise<string> {
  const apart = all.map((figures) => figures.map((metric) => ({ ...metric, aggregator: 'sum' })))
  return AggregatorRegistry.aggregate(apart).metrics()
}

/** Makes child `number`'s end of the line. */
export function createParentLink(channel: Channel, number: number, clock: Clock): ParentLink {
  return {
    up: (url, prices) => channel.send({ type: 'up', url, prices }),
    failed: (message) =>
      new Promise((resolve) => channel.send({ type: 'failed', message }, resolve)),
    share(registry) {
      const waiting = new Map<number, (all: object[][]) => void>()
      let lastId = 0
      registry.setDefaultLabels({ process: String(number) })
      channel.onMessage(async (message) => {
        if (!Value.Check(ToChild, message)) return
        if (message.type === 'gathered') return waiting.get(message.id)?.(message.all)
        const figures = await registry.getMetricsAsJSON()
        channel.send({ type: 'figures', id: message.id, figures })
      })
      return async () => {
        const id = ++lastId
        const all = await new Promise<object[][] | null>((resolve) => {
          waiting.set(id, resolve)
          clock.after(PATIENCE_MS, () => resolve(null))
          channel.send({ type: 'gather', id })
        })
        waiting.delete(id)
        return all ? written(all) : registry.metrics()
      }
    },
  }
}
