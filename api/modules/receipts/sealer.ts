import { setImmediate as yieldThread } from 'node:timers/promises'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { merkleRoot } from '#shared/rules/merkle.ts'
import { periodStart } from '#shared/rules/schedule.ts'
import type { ClosedRound, CommitmentStore } from './commitment-store.ts'
import type { CommitmentTileStore } from './commitment-tile-store.ts'
import { appendRound } from './log/append-round.ts'
import type { LogStore } from './log/log-store.ts'
import type { ReceiptSigner } from './signer.ts'

const CHECK_EVERY_MS = 15_000
/** A vote received just before the close may still wait for its insert. */
export const SEAL_DELAY_MS = 30_000

export interface SealerDeps {
  commitments: CommitmentStore
  tiles: CommitmentTileStore
  logStore: LogStore
  signer: Pick<ReceiptSigner, 'checkpoint'>
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  log: Log
}

type ShouldContinue = () => boolean

/** Repeats a batch until it has nothing more to do; false when stopped before. */
async function repeat(
  shouldContinue: ShouldContinue,
  batch: () => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    if (!shouldContinue()) return false
    if (!(await batch())) return true
    await yieldThread()
  }
}

/** The log without entries. */
const EMPTY_LOG = { size: 0, root: merkleRoot([]) }

/**
 * Seals closed rounds, hashes their votes and appends them to the log, in the order of the rounds.
 * Idempotent: resumes after a crash, and instances may overlap.
 */
export function createSealer(deps: SealerDeps) {
  const { commitments, tiles, logStore, signer, bus, clock, log } = deps
  let failures = 0

  /** @returns false when stopped before the round was in the log */
  const sealRound = async ({ id, targetDate }: ClosedRound, shouldContinue: ShouldContinue) => {
    const since = performance.now()
    await commitments.seal(id, clock.now())
    if (!(await repeat(shouldContinue, () => commitments.hashNext(id)))) return false
    if (!(await repeat(shouldContinue, () => tiles.moveNext(id)))) return false
    const newest = (await logStore.newest()) ?? EMPTY_LOG
    // Read after the newest checkpoint: another instance may have appended the round meanwhile.
    if (await logStore.ofRound(id)) return true
    const appendDeps = { commitments: tiles, log: logStore, shouldContinue, pause: yieldThread }
    const appended = await appendRound(appendDeps, id, newest)
    if (!appended) return false
    const { size, root } = appended
    const votes = await tiles.votes(id)
    const added = size - newest.size
    if (votes !== added) throw new Error(`${added} commitments, but ${votes} votes`)
    const created = clock.now()
    const note = signer.checkpoint(appended, created)
    const checkpoint = { size, previousSize: newest.size, roundId: id, root, note, created }
    if (!(await logStore.add(checkpoint))) return false
    const tookMs = Math.round(performance.now() - since)
    log.info({ roundId: id, votes, size, tookMs }, 'round appended to the log')
    bus.publish('round', { event: 'logged', roundId: id, targetDate })
    return true
  }

  const sweep = async (shouldContinue: ShouldContinue) => {
    try {
      const due = await commitments.unlogged(periodStart(clock.now() - SEAL_DELAY_MS))
      // The rounds follow each other in the log, so the rest waits for one that was not appended.
      for (const round of due) if (!(await sealRound(round, shouldContinue))) return
    } catch (error) {
      failures += 1
      log.error({ err: error }, 'a round was not appended to the log; retrying')
    }
  }

  const job = createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work: sweep })
  return {
    ...job,
    stats: () => ({ failures }),
  }
}
