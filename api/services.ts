import { API_PREFIX } from '#shared/contract/common.ts'
import { createErasedIdentities } from './accounts/erased-identities.ts'
import { createMutes } from './accounts/mutes.ts'
import { type Accounts, createAccounts } from './accounts/service.ts'
import { createAccountStore } from './accounts/store.ts'
import { createAccessTokens } from './auth/access-token.ts'
import type { GuardDeps } from './auth/guard.ts'
import { WEB_CALLBACK_PATH } from './auth/local-provider-config.ts'
import { createProviderClient } from './auth/oidc/provider-client.ts'
import { createRecentSignIn } from './auth/recent-sign-in.ts'
import { createRevocations, followRevocations } from './auth/revocations.ts'
import { createSessions, type Sessions } from './auth/sessions.ts'
import { createSpentTokens } from './auth/spent-tokens.ts'
import { createSessionStore } from './auth/store.ts'
import { sanitize } from './content/sanitize.ts'
import { createIdentities } from './modules/account/identities.ts'
import { createAccountService } from './modules/account/service.ts'
import { createActStore } from './modules/moderation/act-store.ts'
import { createAppealsService } from './modules/moderation/appeals.ts'
import { createCaseStore } from './modules/moderation/case-store.ts'
import { createReportsService } from './modules/moderation/reports.ts'
import { createModerationService } from './modules/moderation/service.ts'
import { createOffersService } from './modules/offers/service.ts'
import { createOfferBinStore } from './modules/offers/store.ts'
import { createOidcService } from './modules/oidc/service.ts'
import { createPostListCache } from './modules/posts/list-cache.ts'
import { createPostsService } from './modules/posts/service.ts'
import { createPostStore } from './modules/posts/store.ts'
import { createProfileService } from './modules/profile/service.ts'
import { createOwnVoteStore } from './modules/profile/store.ts'
import { createReceiptsService } from './modules/receipts/service.ts'
import { createReceiptStore } from './modules/receipts/store.ts'
import { createRoundListCache } from './modules/rounds/list-cache.ts'
import { createRecordStore } from './modules/rounds/record-store.ts'
import { createRoundPages } from './modules/rounds/round-pages.ts'
import { createRoundsService } from './modules/rounds/service.ts'
import { createSummaryService } from './modules/summary/service.ts'
import { createVoteListCache } from './modules/votes/list-cache.ts'
import { createVotesService } from './modules/votes/service.ts'
import { createVoteStore } from './modules/votes/store.ts'
import { createNotifications } from './notifications/create-notifications.ts'
import { createRankings } from './rankings.ts'
import { createLikeRanking } from './reactions/like-ranking.ts'
import { createReactionStore } from './reactions/store.ts'
import { createReceiptKeyStore } from './receipts/key-store.ts'
import { createLeafStore } from './receipts/leaf-store.ts'
import { createSealer } from './receipts/sealer.ts'
import { createTileStore } from './receipts/tile-store.ts'
import { createOfferPricing, type OfferPricing } from './rounds/offer-pricing.ts'
import { createRoundCache } from './rounds/round-cache.ts'
import { createSeasonStore } from './rounds/season-store.ts'
import { createRoundStore, type RoundStore } from './rounds/store.ts'
import { openRounds } from './rounds/sweep.ts'
import { createSweeper } from './rounds/sweeper.ts'
import type { Infrastructure } from './server/infrastructure.ts'
import { createViewStore } from './views/store.ts'
import { createViewCounter } from './views/view-counter.ts'

export type Services = ReturnType<typeof createServices>

/** Accounts, sessions and tokens. */
function createIdentity({ config, clock, log, bus, database, secrets }: Infrastructure) {
  const accountStore = createAccountStore(database)
  const sessionStore = createSessionStore(database)
  const tokens = createAccessTokens({ secret: secrets.jwt, clock })
  const revocations = createRevocations(clock)
  const { adminEmails } = config
  const acceptsLocal = !config.production
  const erasedIdentities = createErasedIdentities(database, secrets.erased)
  const accounts: Accounts = createAccounts({
    store: accountStore,
    erasedIdentities,
    onSanctioned: (id) => bus.publish('moderation', { target: 'user', id }),
    tokens,
    clock,
    adminEmails,
    acceptsLocal,
  })
  const sessions: Sessions = createSessions({
    store: sessionStore,
    clock,
    secret: secrets.sessions,
    onRevoked: (sessionId) => bus.publish('sessionRevoked', { sessionId, at: clock.now() }),
  })
  followRevocations({ revocations, store: sessionStore, bus, clock, log })
  const guardDeps: GuardDeps = { tokens, revocations, acceptsLocal }
  const recentSignIn = createRecentSignIn({ database, clock })
  const spentTokens = createSpentTokens(database)
  const identities = createIdentities({
    ...{ database, bus, clock, secrets: secrets.erased },
    providers: config.oidcProviders,
  })
  const oidc = createOidcService({
    clients: config.oidcProviders.map((provider) =>
      createProviderClient({
        provider,
        redirectUri: `${config.publicUrl}${API_PREFIX}/auth/oidc/${provider.id}/callback`,
        log,
      }),
    ),
    spentTokens,
    clock,
    identities,
    key: secrets.signIn,
    webCallback: `${config.publicUrl}${WEB_CALLBACK_PATH}`,
  })
  return {
    accountStore,
    accounts,
    erasedIdentities,
    identities,
    oidc,
    sessionStore,
    sessions,
    spentTokens,
    recentSignIn,
    revocations,
    guardDeps,
  }
}

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
    pages: createRoundPages({ service, market, bus, clock }),
    lists: createRoundListCache({ records, bus, clock }),
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
  const { clock, log, bus, database, market, secrets, inSpan } = infrastructure
  const identity = createIdentity(infrastructure)
  const { accountStore, accounts } = identity

  const roundStore = createRoundStore(database)
  const seasons = createSeasonStore(database)
  const sweepDeps = { store: roundStore, seasons, market, bus, log }
  const openMissing = () => openRounds(sweepDeps, clock.now())
  const rounds = createRoundCache({ store: roundStore, bus, clock, openMissing })
  const pricing = createOfferPricing(market, clock)
  const sweeper = createSweeper(sweepDeps, clock, inSpan)
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
    sanitize: (html: string) => inSpan('sanitize', async () => sanitize(html)),
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
    voteLists: createVoteListCache(voteStore, rounds, bus),
    posts,
    postLists: createPostListCache(postStore, bus),
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
    offers: createOffersService({ store: createOfferBinStore(database), bus }),
    moderation: createModeration({ database, bus, clock }),
    notifications,
    ...createRankings({ database, bus, clock }),
    summary: createSummaryService({ rounds, store: roundStore, market, bus, clock }),
  }
}
