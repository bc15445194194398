import type { Bus, BusEvents, BusTopic } from './bus.ts'

type Listeners = { [Topic in BusTopic]: Set<(event: BusEvents[Topic]) => unknown> }

/** The bus of a single process. */
export function createLocalBus(onError: (error: unknown) => void): Bus {
  const listeners: Listeners = {
    vote: new Set(),
    post: new Set(),
    reaction: new Set(),
    views: new Set(),
    nickname: new Set(),
    round: new Set(),
    sessionRevoked: new Set(),
    spent: new Set(),
    tick: new Set(),
    candles: new Set(),
    missed: new Set(),
  }
  return {
    publish(topic, event) {
      for (const listener of listeners[topic]) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    },
    tellOthers() {},
    on(topic, listener) {
      listeners[topic].add(listener)
      return () => listeners[topic].delete(listener)
    },
  }
}
