import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { signatureLine } from '#shared/rules/log/signed-note.ts'
import { formatVerifierKey } from '#shared/rules/log/verifier-key.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Witness } from './log-settings.ts'
import type { Checkpoint, LogStore } from './log-store.ts'
import { readConsistencyProof } from './proofs.ts'
import type { AddCheckpoint } from './witness-client.ts'
import type { WitnessStore } from './witness-store.ts'

const CHECK_EVERY_MS = 15_000
/** Doubles with each failure in a row, from the interval of the checks to an hour. */
const pauseAfter = (failures: number) => Math.min(HOUR_MS, CHECK_EVERY_MS * 2 ** failures)

export interface CosigningDeps {
  bus: Pick<AppEventBus, 'publish'>
  log: Pick<LogStore, 'newest' | 'tiles'>
  store: Pick<WitnessStore, 'cosignedSize' | 'addCosignature'>
  witnesses: readonly Witness[]
  addCheckpoint: AddCheckpoint
  clock: Clock
  logger: Log
}

/** How far a witness is. Instants are epoch milliseconds. */
interface Progress {
  failures: number
  retryAt: number
}

/**
 * Has the newest checkpoint cosigned by each witness, and tries again until it is; nothing else waits for it.
 * A witness that refuses the log's consistency, or has seen more of it, has seen another log.
 */
export function createCosigning(deps: CosigningDeps) {
  const { log, store, bus, witnesses, addCheckpoint, clock, logger } = deps
  const progress = new Map<Witness, Progress>()
  let forks = 0

  const submit = async (witness: Witness, checkpoint: Checkpoint, oldSize: number) =>
    addCheckpoint(witness, {
      oldSize,
      proof: await readConsistencyProof(log, oldSize, checkpoint.size),
      checkpoint: checkpoint.note,
    })

  /** @returns why there is no cosignature; null with one */
  const cosign = async (witness: Witness, checkpoint: Checkpoint): Promise<string | null> => {
    const vkey = formatVerifierKey(witness.key)
    const oldSize = await store.cosignedSize(vkey)
    if (oldSize === checkpoint.size) return null
    let reply = await submit(witness, checkpoint, oldSize)
    // The witness has another size than this database: the proof starts from its size.
    if (reply.result === 'conflict' && reply.size <= checkpoint.size) {
      reply = await submit(witness, checkpoint, reply.size)
    }
    if (reply.result === 'cosigned') {
      const { signatures, timestamp } = reply
      const line = signatures.map(signatureLine).join('')
      await store.addCosignature(checkpoint.size, {
        witness: vkey,
        line,
        signedAt: timestamp * 1000,
      })
      bus.publish('checkpoint', { size: checkpoint.size })
      logger.info({ witness: witness.key.name, size: checkpoint.size }, 'checkpoint cosigned')
      return null
    }
    const isFork =
      (reply.result === 'conflict' && reply.size > checkpoint.size) ||
      (reply.result === 'refused' && reply.status === 422)
    if (isFork) forks += 1
    if (reply.result === 'conflict') return `has seen a log of ${reply.size} entries`
    return reply.result === 'refused' ? `status ${reply.status}` : reply.reason
  }

  const attempt = async (witness: Witness, checkpoint: Checkpoint) => {
    const { failures, retryAt } = progress.get(witness) ?? { failures: 0, retryAt: 0 }
    if (clock.now() < retryAt) return
    const reason = await cosign(witness, checkpoint).catch((error: unknown) => String(error))
    if (reason === null) return void progress.delete(witness)
    progress.set(witness, {
      failures: failures + 1,
      retryAt: clock.now() + pauseAfter(failures),
    })
    logger.warn(
      { witness: witness.key.name, size: checkpoint.size, reason },
      'the checkpoint was not cosigned; retrying',
    )
  }

  const job = createRepeatingJob({
    clock,
    intervalMs: CHECK_EVERY_MS,
    isDue: () => witnesses.length > 0,
    work: async () => {
      try {
        const newest = await log.newest()
        if (newest) await Promise.all(witnesses.map((witness) => attempt(witness, newest)))
      } catch (error) {
        logger.error({ err: error }, 'the newest checkpoint could not be read; retrying')
      }
    },
  })

  return {
    ...job,
    stats: async () => {
      const newest = await log.newest()
      const sizes = await Promise.all(
        witnesses.map(({ key }) => store.cosignedSize(formatVerifierKey(key))),
      )
      const behind = newest ? sizes.filter((size) => size < newest.size).length : 0
      return { size: newest?.size ?? 0, behind }
    },
    /** Replies that showed another log. */
    forks: () => forks,
  }
}

export type Cosigning = ReturnType<typeof createCosigning>
