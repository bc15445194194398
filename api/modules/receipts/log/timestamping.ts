import { createHash } from 'node:crypto'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { formatOts, parseOts } from '#shared/rules/log/opentimestamps.ts'
import { mergeTimestamps, type Timestamp, upgradeTimestamp } from '#shared/rules/log/timestamp.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { type CalendarClient, commitmentsOf, isInBitcoin } from './calendar-client.ts'
import type { WitnessStore } from './witness-store.ts'

const CHECK_EVERY_MS = MINUTE_MS
/** A calendar commits to Bitcoin every few hours. */
const UPGRADE_EVERY_MS = HOUR_MS
/** Checkpoints a run, so that a first start with a long history spares the calendars. */
const AT_ONCE = 10

export interface TimestampingDeps {
  bus: Pick<AppEventBus, 'publish'>
  store: Pick<WitnessStore, 'unstamped' | 'incomplete' | 'saveTimestamp' | 'backlog'>
  /** Addresses of calendars; none turns timestamps off. */
  calendars: readonly string[]
  client: CalendarClient
  clock: Clock
  logger: Log
}

/**
 * Has checkpoints timestamped by OpenTimestamps calendars, and hours later fetches the proofs that lead to
 * a block of Bitcoin. Nothing waits for it.
 */
export function createTimestamping(deps: TimestampingDeps) {
  const { store, bus, calendars, client, clock, logger } = deps

  const save = async (size: number, timestamp: Timestamp) => {
    const complete = isInBitcoin(timestamp)
    await store.saveTimestamp(size, { proof: formatOts(timestamp), complete, now: clock.now() })
    bus.publish('checkpoint', { size })
  }

  const stamp = async ({ size, note }: { size: number; note: string }) => {
    const digest = createHash('sha256').update(note).digest()
    const replies = await Promise.all(calendars.map((calendar) => client.submit(calendar, digest)))
    const timestamps = replies.flatMap((reply, index) => {
      if (reply.result === 'accepted') return [reply.timestamp]
      const calendar = calendars[index]
      logger.warn({ calendar, size, reason: reply.reason }, 'the checkpoint was not timestamped')
      return []
    })
    const [first, ...more] = timestamps
    if (first) await save(size, more.reduce(mergeTimestamps, first))
  }

  const upgrade = async ({ size, proof }: { size: number; proof: Uint8Array }) => {
    let timestamp = parseOts(proof)
    if (!timestamp) throw new Error(`the timestamp of checkpoint ${size} cannot be read`)
    for (const calendar of calendars) {
      for (const commitment of commitmentsOf(timestamp, calendar)) {
        const reply = await client.upgrade(calendar, commitment)
        if (reply.result === 'upgraded') timestamp = upgradeTimestamp(timestamp, reply.timestamp)
      }
    }
    // Stored also unchanged, so that the next question waits its hour.
    await save(size, timestamp)
  }

  const job = createRepeatingJob({
    clock,
    intervalMs: CHECK_EVERY_MS,
    isDue: () => calendars.length > 0,
    work: async (shouldContinue) => {
      try {
        for (const checkpoint of await store.unstamped(AT_ONCE)) {
          if (shouldContinue()) await stamp(checkpoint)
        }
        for (const pending of await store.incomplete(clock.now() - UPGRADE_EVERY_MS, AT_ONCE)) {
          if (shouldContinue()) await upgrade(pending)
        }
      } catch (error) {
        logger.error({ err: error }, 'checkpoints were not timestamped; retrying')
      }
    },
  })

  return {
    ...job,
    /** Checkpoints without a calendar's promise, and promises without a block. */
    stats: async () => {
      const { checkpoints, stamped, complete } = await store.backlog()
      const isOn = calendars.length > 0
      return { unstamped: isOn ? checkpoints - stamped : 0, incomplete: stamped - complete }
    },
  }
}

export type Timestamping = ReturnType<typeof createTimestamping>
