import { bytesToHex } from '@noble/hashes/utils.js'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { FORMAT_VERSION } from '#shared/rules/receipt.ts'
import { periodStart } from '#shared/rules/schedule.ts'
import { buildTree } from './build-tree.ts'
import type { LeafStore, UnrootedRound } from './leaf-store.ts'
import type { ReceiptSigner } from './signer.ts'
import type { TileStore } from './tile-store.ts'

const CHECK_EVERY_MS = 15_000
/** A vote received just before the close may still wait for its insert. */
export const SEAL_DELAY_MS = 30_000

export interface SealerDeps {
  leaves: LeafStore
  tiles: TileStore
  signer: Pick<ReceiptSigner, 'root'>
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  log: Log
}

/** Lets timers and requests run. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

type ShouldContinue = () => boolean

/** Repeats a batch until it has nothing more to do; false when stopped before. */
async function repeat(
  shouldContinue: ShouldContinue,
  batch: () => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    if (!shouldContinue()) return false
    if (!(await batch())) return true
    await pause()
  }
}

/** Makes the trees of closed rounds. Idempotent: resumes after a crash, and instances may overlap. */
export function createSealer({ leaves, tiles, signer, bus, clock, log }: SealerDeps) {
  let failures = 0

  const sealRound = async ({ id, targetDate }: UnrootedRound, shouldContinue: ShouldContinue) => {
    const since = performance.now()
    await leaves.seal(id, clock.now())
    if (!(await repeat(shouldContinue, () => leaves.hashNext(id)))) return
    if (!(await repeat(shouldContinue, () => tiles.moveLeaves(id)))) return
    const built = await buildTree({ tiles, shouldContinue, pause }, id)
    if (!built) return
    const votes = await tiles.votes(id)
    if (votes !== built.size) throw new Error(`${built.size} leaves, but ${votes} votes`)
    const signed = signer.root({
      version: FORMAT_VERSION,
      target: new Date(targetDate).toISOString(),
      size: built.size,
      root: bytesToHex(built.root),
      time: new Date(clock.now()).toISOString(),
    })
    if (!(await tiles.setRoot(id, signed))) return
    const tookMs = Math.round(performance.now() - since)
    log.info({ roundId: id, size: signed.size, root: signed.root, tookMs }, 'receipts rooted')
    bus.publish('round', { event: 'rooted', roundId: id, targetDate })
  }

  const sweep = async (shouldContinue: ShouldContinue) => {
    try {
      const due = await leaves.unrooted(periodStart(clock.now() - SEAL_DELAY_MS))
      for (const round of due) if (shouldContinue()) await sealRound(round, shouldContinue)
    } catch (error) {
      failures += 1
      log.error({ err: error }, 'the tree of receipts was not made; retrying')
    }
  }

  const job = createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work: sweep })
  return {
    ...job,
    stats: () => ({ failures }),
  }
}
