import { createAccountStore } from '#api/modules/account/account-store.ts'
import { type Accounts, createAccounts } from '#api/modules/account/accounts.ts'
import { createErasedIdentities } from '#api/modules/account/erased-identity-store.ts'
import { createIdentities } from '#api/modules/account/identities.ts'
import { createAccessTokens } from '#api/modules/auth/access-token.ts'
import type { GuardDeps } from '#api/modules/auth/guard.ts'
import { readOidcProviders } from '#api/modules/auth/oidc/providers.ts'
import { createRecentSignIn } from '#api/modules/auth/recent-sign-in.ts'
import { createRevocations, followRevocations } from '#api/modules/auth/revocations.ts'
import { createSessions, type Sessions } from '#api/modules/auth/sessions.ts'
import { createSpentTokens } from '#api/modules/auth/spent-token-store.ts'
import { createSessionStore } from '#api/modules/auth/store.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Accounts, sessions and tokens. */
export function createIdentity({ config, clock, log, bus, database, secrets }: Infrastructure) {
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
    database,
    bus,
    clock,
    secrets: secrets.erased,
    providers: readOidcProviders(config),
  })
  return {
    accountStore,
    accounts,
    erasedIdentities,
    identities,
    sessionStore,
    sessions,
    spentTokens,
    recentSignIn,
    revocations,
    guardDeps,
  }
}
