import { createMutes } from './modules/account/mutes.ts'
import { createAccountService } from './modules/account/service.ts'
import { followListPositions } from './modules/content/list-positions.ts'
import { createLikeRanking } from './modules/content/reactions/like-ranking.ts'
import { createReactionStore } from './modules/content/reactions/store.ts'
import { createViewStore } from './modules/content/views/store.ts'
import { createViewCounter } from './modules/content/views/view-counter.ts'
import { createActStore } from './modules/moderation/act-store.ts'
import { createAppealsService } from './modules/moderation/appeals.ts'
import { createCaseStore } from './modules/moderation/case-store.ts'
import { createReportsService } from './modules/moderation/reports.ts'
import { createModerationService } from './modules/moderation/service.ts'
import { createNotifications } from './modules/notifications/create-notifications.ts'
import { createOffersService } from './modules/offers/service.ts'
import { createOfferBinStore } from './modules/offers/store.ts'
import { createPostsService } from './modules/posts/service.ts'
import { createPostStore } from './modules/posts/store.ts'
import { createProfileService } from './modules/profile/service.ts'
import { createOwnVoteStore } from './modules/profile/store.ts'
import { createReceiptKeyStore } from './modules/receipts/key-store.ts'
import { createLeafStore } from './modules/receipts/leaf-store.ts'
import { createSealer } from './modules/receipts/sealer.ts'
import { createReceiptsService } from './modules/receipts/service.ts'
import { createReceiptStore } from './modules/receipts/store.ts'
import { createTileStore } from './modules/receipts/tile-store.ts'
import { createOfferPricing, type OfferPricing } from './modules/rounds/offer-pricing.ts'
import { createRecordStore } from './modules/rounds/record-store.ts'
import { createRoundCache } from './modules/rounds/round-cache.ts'
import { createRoundList } from './modules/rounds/round-list.ts'
import { createSeasonStore } from './modules/rounds/season-store.ts'
import { createRoundsService } from './modules/rounds/service.ts'
import { createRoundStore, type RoundStore } from './modules/rounds/store.ts'
import { openRounds } from './modules/rounds/sweep.ts'
import { createSweeper } from './modules/rounds/sweeper.ts'
import { createSummaryService } from './modules/summary/service.ts'
import { createVoteLists } from './modules/votes/lists.ts'
import { createVotesService } from './modules/votes/service.ts'
import { createVoteStore } from './modules/votes/store.ts'
import { createIdentity } from './server/identity.ts'
import type { Infrastructure } from './server/infrastructure.ts'
import { createRankings } from './server/rankings.ts'

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
  deps: Infrastructure & { roundStore: RoundStore; pricing: OfferPricing },
) {
  const { database, market, bus, clock, roundStore: store, pricing } = deps
  const records = createRecordStore(database)
  const service = createRoundsService({ store, records, market, pricing, clock })
  return {
    service,
    lists: createRoundList({ records, bus, clock }),
  }
}

/** Receipts of votes and the trees of closed rounds. */
function createReceipts(
  { database, bus, clock, log, receiptSigner: signer }: Infrastructure,
  rounds: RoundStore,
) {
  const tiles = createTileStore(database)
  return {
    sealer: createSealer({ leaves: createLeafStore(database), tiles, signer, bus, clock, log }),
    receipts: createReceiptsService({
      store: createReceiptStore(database),
      tiles,
      keys: createReceiptKeyStore(database),
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
  const votes = createVotesService({
    ...common,
    store: voteStore,
    reactions: createReactionStore(database, clock, 'vote'),
    rounds,
    pricing,
    accounts,
    accountStore,
    market,
  })
  const notifications = createNotifications(infrastructure)
  const postStore = createPostStore(database)
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
    rounds: createRoundRecords({ ...infrastructure, roundStore, pricing }),
    sweeper,
    ...createReceipts(infrastructure, roundStore),
    views,
    votes,
    likeRanking: createLikeRanking({ database, bus, clock }),
    voteLists: createVoteLists(voteStore, rounds),
    posts,
    postLists: postStore,
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
    offers: createOffersService(createOfferBinStore(database)),
    moderation: createModeration({ database, bus, clock }),
    notifications,
    ...createRankings({ database, bus, clock, log }),
    summary: createSummaryService({ rounds, store: roundStore, market, bus, clock }),
  }
}
