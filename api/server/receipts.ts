import { createCommitmentStore } from '#api/modules/receipts/commitment-store.ts'
import { createCommitmentTileStore } from '#api/modules/receipts/commitment-tile-store.ts'
import { createReceiptKeyStore } from '#api/modules/receipts/key-store.ts'
import { createCalendarClient } from '#api/modules/receipts/log/calendar-client.ts'
import { createCosigning } from '#api/modules/receipts/log/cosigning.ts'
import { readLogSettings } from '#api/modules/receipts/log/log-settings.ts'
import { createLogStore } from '#api/modules/receipts/log/log-store.ts'
import { createOpeningsStore } from '#api/modules/receipts/log/openings-store.ts'
import { createLogService } from '#api/modules/receipts/log/service.ts'
import { createTimestamping } from '#api/modules/receipts/log/timestamping.ts'
import { createWitnessClient } from '#api/modules/receipts/log/witness-client.ts'
import { createWitnessStore } from '#api/modules/receipts/log/witness-store.ts'
import { createSealer } from '#api/modules/receipts/sealer.ts'
import { createReceiptsService } from '#api/modules/receipts/service.ts'
import { createReceiptStore } from '#api/modules/receipts/store.ts'
import type { RoundStore } from '#api/modules/rounds/store.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Receipts of votes and the log over closed rounds. */
export function createReceipts(
  { config, database, bus, clock, log, receiptSigner: signer, logOrigin: origin }: Infrastructure,
  rounds: RoundStore,
) {
  const tiles = createCommitmentTileStore(database)
  const logStore = createLogStore(database)
  const commitments = createCommitmentStore(database)
  const keys = createReceiptKeyStore(database)
  const store = createWitnessStore(database)
  const { witnesses, calendars } = readLogSettings(config)
  const logService = createLogService({
    store: logStore,
    commitments: tiles,
    timestamps: store,
    openings: createOpeningsStore(database),
    keys,
    witnesses,
    origin,
  })
  const requests = { fetch, clock }
  const addCheckpoint = createWitnessClient(requests)
  const client = createCalendarClient(requests)
  return {
    sealer: createSealer({ commitments, tiles, logStore, signer, bus, clock, log }),
    cosigning: createCosigning({
      log: logStore,
      bus,
      store,
      witnesses,
      addCheckpoint,
      clock,
      logger: log,
    }),
    timestamping: createTimestamping({ store, bus, calendars, client, clock, logger: log }),
    log: logService,
    receipts: createReceiptsService({
      store: createReceiptStore(database),
      log: logService,
      keys,
      rounds,
      signer,
      bus,
    }),
  }
}
