import type { Bus } from '#api/platform/bus/bus.ts'
import { createLocalBus } from '#api/platform/bus/local-bus.ts'

/** The buses of `count` processes, joined in memory: what one tells others is heard there at once. */
export function joinedBuses(count: number): Bus[] {
  const locals = Array.from({ length: count }, () =>
    createLocalBus((error) => {
      throw error
    }),
  )
  return locals.map((own): Bus => {
    const tellOthers: Bus['tellOthers'] = (topic, event) => {
      for (const other of locals) if (other !== own) other.publish(topic, event)
    }
    return {
      on: own.on,
      tellOthers,
      publish: (topic, event) => {
        own.publish(topic, event)
        tellOthers(topic, event)
      },
    }
  })
}
