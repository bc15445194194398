import { createMutes } from '#api/modules/account/mutes.ts'
import { createAccountService } from '#api/modules/account/service.ts'
import { createAlerts } from '#api/modules/alerts/create-alerts.ts'
import { followListPositions } from '#api/modules/content/list-positions.ts'
import { createLikeRanking } from '#api/modules/content/reactions/like-ranking.ts'
import { createReactionStore } from '#api/modules/content/reactions/store.ts'
import { createViewStore } from '#api/modules/content/views/store.ts'
import { createViewCounter } from '#api/modules/content/views/view-counter.ts'
import { createActStore } from '#api/modules/moderation/act-store.ts'
import { createAppealsService } from '#api/modules/moderation/appeals.ts'
import { createCaseStore } from '#api/modules/moderation/case-store.ts'
import { createReportsService } from '#api/modules/moderation/reports.ts'
import { createModerationService } from '#api/modules/moderation/service.ts'
import { createNotifications } from '#api/modules/notifications/create-notifications.ts'
import { createOffersService } from '#api/modules/offers/service.ts'
import { createOfferBinStore } from '#api/modules/offers/store.ts'
import { createPostsService } from '#api/modules/posts/service.ts'
import { createPostStore } from '#api/modules/posts/store.ts'
import { createProfileService } from '#api/modules/profile/service.ts'
import { createOwnVoteStore } from '#api/modules/profile/store.ts'
import { createCommitmentStore } from '#api/modules/receipts/commitment-store.ts'
import { createCommitmentTileStore } from '#api/modules/receipts/commitment-tile-store.ts'
import { createReceiptKeyStore } from '#api/modules/receipts/key-store.ts'
import { createCalendarClient } from '#api/modules/receipts/log/calendar-client.ts'
import { createCosigning } from '#api/modules/receipts/log/cosigning.ts'
import { readLogSettings } from '#api/modules/receipts/log/log-settings.ts'
import { createLogStore } from '#api/modules/receipts/log/log-store.ts'
import { createOpeningsStore } from '#api/modules/receipts/log/openings-store.ts'
import { createLogService, type LogService } from '#api/modules/receipts/log/service.ts'
import { createTimestamping } from '#api/modules/receipts/log/timestamping.ts'
import { createWitnessClient } from '#api/modules/receipts/log/witness-client.ts'
import { createWitnessStore } from '#api/modules/receipts/log/witness-store.ts'
import { createSealer } from '#api/modules/receipts/sealer.ts'
import { createReceiptsService } from '#api/modules/receipts/service.ts'
import { createReceiptStore } from '#api/modules/receipts/store.ts'
import { createOfferPricing, type OfferPricing } from '#api/modules/rounds/offer-pricing.ts'
import { createRecordStore } from '#api/modules/rounds/record-store.ts'
import { createRoundCache } from '#api/modules/rounds/round-cache.ts'
import { createRoundList } from '#api/modules/rounds/round-list.ts'
import { createSeasonStore } from '#api/modules/rounds/season-store.ts'
import { createRoundsService } from '#api/modules/rounds/service.ts'
import { createRoundStore, type RoundStore } from '#api/modules/rounds/store.ts'
import { openRounds } from '#api/modules/rounds/sweep.ts'
import { createSweeper } from '#api/modules/rounds/sweeper.ts'
import { createSearchFiller } from '#api/modules/search/add-missing.ts'
import { createSearchService } from '#api/modules/search/service.ts'
import { createSearchStore } from '#api/modules/search/store.ts'
import { createSummaryService } from '#api/modules/summary/service.ts'
import { createThreads } from '#api/modules/threads/create-threads.ts'
import { createVoteLists } from '#api/modules/votes/lists.ts'
import { createNoteGate } from '#api/modules/votes/note-gate.ts'
import { createVotesService } from '#api/modules/votes/service.ts'
import { createVoteStore } from '#api/modules/votes/store.ts'
import { createIdentity } from './identity.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createRankings } from './rankings.ts'

export type Services = ReturnType<typeof createServices>

/** Reports, acts of moderators, appeals and the log. */
function createModeration(deps: Pick<Infrastructure, 'database' | 'bus' | 'clock'>) {
  const moderation = createModerationService(deps)
  return {
    moderation,
    reports: createReportsService(deps),
    appeals: createAppealsService({ ...deps, moderation }),
    cases: createCaseStore(deps.database, deps.clock),
    acts: createActStore(deps.database),
  }
}

/** Rounds as a record. */
function createRoundRecords(
  deps: Infrastructure & { roundStore: RoundStore; pricing: OfferPricing; checkpoints: LogService },
) {
  const { database, market, bus, clock, roundStore: store, pricing, checkpoints: log } = deps
  const records = createRecordStore(database)
  const service = createRoundsService({ store, records, market, pricing, log, clock })
  return {
    service,
    lists: createRoundList({ records, bus, clock }),
  }
}

/** Receipts of votes and the log over closed rounds. */
function createReceipts(
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

/** Creates every service with its dependencies, without starting any. */
export function createServices(infrastructure: Infrastructure) {
  const { clock, log, bus, database, market, secrets } = infrastructure
  const identity = createIdentity(infrastructure)
  const { accountStore, accounts } = identity

  const roundStore = createRoundStore(database)
  const seasons = createSeasonStore(database)
  const sweepDeps = { store: roundStore, seasons, market, bus, log }
  const openMissing = () => openRounds(sweepDeps, clock.now())
  const rounds = createRoundCache({ store: roundStore, bus, clock, openMissing })
  const pricing = createOfferPricing(market, clock)
  const sweeper = createSweeper(sweepDeps, clock)
  const views = createViewCounter({
    store: createViewStore(database),
    bus,
    clock,
    log,
    secret: secrets.viewers,
  })

  const common = {
    views,
    mutes: createMutes({ store: accountStore, bus, clock }),
    signer: infrastructure.receiptSigner,
    bus,
    clock,
  }
  const voteStore = createVoteStore(database)
  const gate = createNoteGate({ store: voteStore, rounds, accounts: accountStore, clock })
  const votes = createVotesService({
    ...common,
    store: voteStore,
    gate,
    reactions: createReactionStore(database, clock, 'vote'),
    rounds,
    pricing,
    accounts,
    accountStore,
    market,
  })
  const summary = createSummaryService({ rounds, store: roundStore, market, bus, clock })
  const notifications = createNotifications({ ...infrastructure, summary })
  const receipts = createReceipts(infrastructure, roundStore)
  const postStore = createPostStore(database)
  const searchStore = createSearchStore(database)
  followListPositions({ votes: voteStore, posts: postStore, bus })
  const posts = createPostsService({
    ...common,
    store: postStore,
    reactions: createReactionStore(database, clock, 'post'),
    accounts: accountStore,
  })
  return {
    ...identity,
    roundStore,
    rounds: createRoundRecords({
      ...infrastructure,
      roundStore,
      pricing,
      checkpoints: receipts.log,
    }),
    sweeper,
    ...receipts,
    views,
    votes,
    likeRanking: createLikeRanking({ database, bus, clock }),
    voteLists: createVoteLists(voteStore, rounds),
    posts,
    postLists: postStore,
    threads: createThreads({
      ...common,
      database,
      notes: gate,
      reactions: createReactionStore(database, clock, 'reply'),
      votes: voteStore,
      posts,
      accounts: accountStore,
    }),
    profile: createProfileService({
      store: accountStore,
      ownVotes: createOwnVoteStore(database),
      accounts,
      bus,
      clock,
    }),
    account: createAccountService({
      database,
      bus,
      clock,
      secrets: secrets.erased,
      pushErasure: notifications.erasure,
    }),
    search: createSearchService({ store: searchStore, gate, clock }),
    searchFiller: createSearchFiller({ store: searchStore, clock, log }),
    offers: createOffersService(createOfferBinStore(database)),
    moderation: createModeration({ database, bus, clock }),
    notifications,
    alerts: createAlerts(infrastructure, notifications),
    ...createRankings({ database, bus, clock, log }),
    summary,
  }
}
