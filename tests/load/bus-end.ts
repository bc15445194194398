import { createClusterBus } from '#api/infrastructure/bus/cluster-bus.ts'
import { keepLine } from '#api/infrastructure/bus/keep-line.ts'
import { createLocalBus } from '#api/infrastructure/bus/local-bus.ts'
import { redisConnector } from '#api/infrastructure/bus/redis-line.ts'
import type { Connector } from '#api/infrastructure/bus/transport.ts'
import { systemClock } from '#api/infrastructure/clock.ts'
import { notifyConnector } from '#api/infrastructure/database/notify-line.ts'
import { createLog } from '#api/infrastructure/log.ts'

/** One end of what is measured: says numbers, and hears those that the other end says. */
export interface BusEnd {
  say(number: number): void
  onHear(listener: (number: number) => void): void
  stop(): Promise<void>
}

/** `bus` is the product's; `bare` the same carrier with one message an event and nothing else. */
export type EndKind = 'bus' | 'bare'

const connectorOf = (url: string): Connector =>
  url.startsWith('redis') ? redisConnector(url, 'bench') : notifyConnector(url)

async function busEnd(url: string): Promise<BusEnd> {
  const log = createLog('warn')
  const local = createLocalBus((error) => log.error(error))
  const transport = keepLine(connectorOf(url), systemClock, log)
  const processId = crypto.randomUUID()
  const bus = createClusterBus({ local, transport, clock: systemClock, log, processId })
  await bus.start()
  return {
    say: (userId) => bus.tellOthers('nickname', { userId }),
    onHear: (listener) => bus.on('nickname', ({ userId }) => listener(userId)),
    stop: bus.stop,
  }
}

async function bareEnd(url: string): Promise<BusEnd> {
  const own = `${process.pid}`
  let hear = (_: number) => {}
  const line = await connectorOf(url).connect({
    onMessage: (payload) => {
      const [from, number] = payload.split(' ')
      if (from !== own) hear(Number(number))
    },
    onEnd: () => {},
  })
  let saying = Promise.resolve()
  return {
    say: (number) => {
      saying = saying.then(() => line.send(`${own} ${number}`))
    },
    onHear: (listener) => {
      hear = listener
    },
    stop: line.close,
  }
}

export const openEnd = (kind: EndKind, url: string): Promise<BusEnd> =>
  kind === 'bus' ? busEnd(url) : bareEnd(url)
