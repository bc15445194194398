import { type Accounts, createAccounts } from './accounts/accounts.ts'
import { createAccountStore } from './accounts/store.ts'
import { createAccessTokens } from './auth/access-token.ts'
import { followRevocations } from './auth/follow-revocations.ts'
import type { GuardParts } from './auth/guard.ts'
import { createRevocations } from './auth/revocations.ts'
import { createSessions, type Sessions } from './auth/sessions.ts'
import { createSessionStore } from './auth/store.ts'
import { sanitise } from './infrastructure/html/sanitise.ts'
import { createAnchorJob } from './lists/anchor-job.ts'
import { createPostPages } from './modules/posts/pages.ts'
import { createPostsService } from './modules/posts/service.ts'
import { createPostStore } from './modules/posts/store.ts'
import { createProfileService } from './modules/profile/service.ts'
import { createOwnVoteStore } from './modules/profile/store.ts'
import { createSummaryKeeper } from './modules/summary/summary.ts'
import { createRankerStore } from './modules/users/store.ts'
import { createVotePages } from './modules/votes/pages.ts'
import { createVotesService } from './modules/votes/service.ts'
import { createVoteStore } from './modules/votes/store.ts'
import { createReactionStore } from './reactions/store.ts'
import { createOfferDesk } from './rounds/offer-desk.ts'
import { createRoundBook } from './rounds/round-book.ts'
import { createRoundStore } from './rounds/store.ts'
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
  const accounts: Accounts = createAccounts({ store: accountStore, tokens, clock, adminEmails })
  const sessions: Sessions = createSessions({
    store: sessionStore,
    clock,
    secret: secrets.sessions,
    onRevoked: (sessionId) => bus.publish('sessionRevoked', { sessionId, at: clock.now() }),
  })
  followRevocations({ revocations, store: sessionStore, bus, clock, log })
  const guardParts: GuardParts = { tokens, revocations }
  return { accountStore, accounts, sessionStore, sessions, revocations, guardParts }
}

/** Creates every service with its dependencies. Nothing starts by itself. */
export function createServices(infrastructure: Infrastructure) {
  const { clock, log, bus, database, market, secrets, inSpan } = infrastructure
  const identity = createIdentity(infrastructure)
  const { accountStore, accounts } = identity

  const roundStore = createRoundStore(database)
  const sweepParts = { store: roundStore, market, bus, log }
  const openMissing = () => openRounds(sweepParts, clock.now())
  const book = createRoundBook({ store: roundStore, bus, clock, openMissing })
  const desk = createOfferDesk(market, clock)
  const sweeper = createSweeper(sweepParts, clock, inSpan)
  const views = createViewCounter({
    store: createViewStore(database),
    bus,
    clock,
    log,
    secret: secrets.viewers,
  })

  const common = {
    views,
    sanitise: (html: string) => inSpan('sanitise', () => sanitise(html)),
    bus,
    clock,
  }
  const voteStore = createVoteStore(database)
  const votes = createVotesService({
    ...common,
    store: voteStore,
    reactions: createReactionStore(database, 'vote'),
    book,
    desk,
    accounts,
    market,
  })
  const postStore = createPostStore(database)
  const posts = createPostsService({
    ...common,
    store: postStore,
    reactions: createReactionStore(database, 'post'),
    accounts: accountStore,
  })
  const anchors = createAnchorJob([voteStore.list, ...Object.values(postStore.lists)], clock, log)
  return {
    ...identity,
    anchors,
    roundStore,
    desk,
    sweeper,
    views,
    votes,
    votePages: createVotePages(voteStore, book, bus),
    posts,
    postPages: createPostPages(postStore, bus),
    profile: createProfileService({
      store: accountStore,
      ownVotes: createOwnVoteStore(database),
      accounts,
      bus,
    }),
    rankers: createRankerStore(database),
    summary: createSummaryKeeper({ book, store: roundStore, market, bus, clock }),
  }
}
