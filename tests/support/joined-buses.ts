import type { Bus } from '#api/infrastructure/bus/bus.ts'
import { createLocalBus } from '#api/infrastructure/bus/local-bus.ts'

/** The buses of `count` processes that hear each other at once. */
export function joinedBuses(count: number): Bus[] {
  const locals = Array.from({ length: count }, () =>
    createLocalBus((error) => {
      throw error
    }),
  )
  return locals.map((own): Bus => {
    const others = locals.filter((bus) => bus !== own)
    return {
      on: own.on,
      publish(topic, event) {
        for (const bus of locals) bus.publish(topic, event)
      },
      tellOthers(topic, event) {
        for (const bus of others) bus.publish(topic, event)
      },
    }
  })
}
