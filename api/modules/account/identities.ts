import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccessTokenClaims } from '#api/modules/auth/access-token.ts'
import { endSessions, publishEndedSessions } from '#api/modules/auth/end-sessions.ts'
import type { VerifiedIdentity } from '#api/modules/auth/id-token.ts'
import type { OidcProvider } from '#api/modules/auth/oidc/provider-entry.ts'
import type { IdentityKey } from '#api/modules/auth/store.ts'
import { recordInternalAct } from '#api/modules/moderation/audit.ts'
import { notifyOfSecurity } from '#api/modules/notifications/create-notifications.ts'
import { publishAlerts } from '#api/modules/notifications/publish-alerts.ts'
import { type AccountIdentity, MAX_IDENTITIES } from '#shared/contract/identities.ts'
import { removableFrom } from '#shared/rules/identity-hold.ts'
import {
  closeOfVotedRound,
  createErasedIdentities,
  type IdentitySecrets,
  rememberErased,
} from './erased-identity-store.ts'
import {
  addIdentity,
  identitiesOf,
  listIdentities,
  lockAccount,
  ownerOf,
  removeIdentity,
} from './identity-store.ts'

interface IdentitiesDeps {
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  /** Keys the hash of identities that left an account. */
  secrets: IdentitySecrets
  /** The configured providers, for the kind of an identity. */
  providers: readonly Pick<OidcProvider, 'issuer' | 'kind'>[]
}

type Viewer = Pick<AccessTokenClaims, 'id' | 'sid'>

interface Removal {
  userId: number
  isRemoved: (identity: IdentityKey & { id: number }) => boolean
  /** The session that stays signed in. */
  exceptSession: string | null
  message: string
  /** Withdrawn at the provider: not by whoever holds a session, so it is not held back. */
  isWithdrawn: boolean
}

export type Identities = ReturnType<typeof createIdentities>

/** The identities of an account: see docs/decisions/several-identities.md. */
export function createIdentities({ database, bus, clock, secrets, providers }: IdentitiesDeps) {
  const erasedIdentities = createErasedIdentities(database, secrets)

  /** Kind of a provider, or the host of one without a name. */
  const nameOf = ({ issuer, method }: { issuer: string; method: AccountIdentity['kind'] }) => {
    const kind = kindOf(issuer, method)
    return kind === 'other' ? (URL.parse(issuer)?.host ?? issuer) : kind
  }

  const kindOf = (issuer: string, method: AccountIdentity['kind']): AccountIdentity['kind'] =>
    providers.find((provider) => provider.issuer === issuer)?.kind ?? method

  const linkIn = async (sql: Sql, userId: number, identity: VerifiedIdentity) => {
    const now = clock.now()
    const account = await lockAccount(sql, userId)
    if (!account) throw new ApiError('TOKEN_INVALID')
    if (account.bannedAt) throw new ApiError('BANNED')
    const owner = await ownerOf(sql, identity)
    if (owner === userId) return null
    if (owner !== null) throw new ApiError('IDENTITY_TAKEN')
    if ((await identitiesOf(sql, userId)).length >= MAX_IDENTITIES) {
      throw new ApiError('IDENTITY_LIMIT')
    }
    const earlier = await erasedIdentities.find(identity, now, sql)
    if (earlier?.bannedAt) throw new ApiError('BANNED')
    const mutedUntil = earlier?.mutedUntil ?? null
    const votesFrom = earlier?.votesFrom ?? null
    const isAdded = await addIdentity(sql, userId, identity, { mutedUntil, votesFrom, now })
    if (!isAdded) throw new ApiError('IDENTITY_TAKEN')
    await recordInternalAct(sql, {
      act: 'link_identity',
      actor: { source: 'self' },
      subjectId: userId,
      now,
      message: identity.issuer,
    })
    const notice = { userId, act: 'link', provider: nameOf(identity), now } as const
    return { isMuted: mutedUntil !== null, notified: await notifyOfSecurity(sql, notice) }
  }

  /** @returns the ended sessions and the notice; null when the only identity would go */
  const removeIn = async (sql: Sql, removal: Removal) => {
    const { userId, isRemoved, exceptSession, message, isWithdrawn } = removal
    const now = clock.now()
    const account = await lockAccount(sql, userId)
    const identities = account ? await identitiesOf(sql, userId) : []
    const removed = identities.find(isRemoved)
    if (!account || !removed) throw new ApiError('NOT_FOUND')
    if (identities.length === 1) return null
    const until = removableFrom(removed, identities)
    if (!isWithdrawn && until > now) throw new ApiError('IDENTITY_HELD', { until })
    const next = removed === identities[0] ? (identities[1] ?? null) : null
    const options = { userId, identityId: removed.id, exceptSession, next, now }
    const ended = await removeIdentity(sql, options)
    const votesFrom = await closeOfVotedRound(sql, userId, now)
    await rememberErased(sql, { identity: removed, secrets, now }, { ...account, votesFrom })
    await recordInternalAct(sql, {
      act: 'unlink_identity',
      actor: { source: 'self' },
      subjectId: userId,
      now,
      message: `${removed.issuer}${message}`,
    })
    const notice = { userId, act: 'unlink', provider: nameOf(removed), now } as const
    return { ended, notified: await notifyOfSecurity(sql, notice) }
  }

  return {
    /** The identities of a user, the first one first. */
    async list({ id, sid }: Viewer): Promise<AccountIdentity[]> {
      const now = clock.now()
      const rows = await listIdentities(database, id, sid)
      const added = rows.map((row) => ({ id: row.id, created: row.created.getTime() }))
      const heldUntil = (one: { id: number; created: Date }) => {
        const until = removableFrom({ id: one.id, created: one.created.getTime() }, added)
        return until > now ? new Date(until).toISOString() : null
      }
      return rows.map((row) => ({
        id: row.id,
        kind: kindOf(row.issuer, row.method),
        issuer: row.issuer,
        created: row.created.toISOString(),
        lastUsed: row.last_used.toISOString(),
        current: row.is_current,
        removableFrom: heldUntil(row),
      }))
    },

    /**
     * Adds a verified identity to an account; one that it has already changes nothing.
     * @throws ApiError TOKEN_INVALID without account, BANNED, IDENTITY_TAKEN, IDENTITY_LIMIT
     */
    async link(userId: number, identity: VerifiedIdentity): Promise<void> {
      const linked = await database.transaction((sql) => linkIn(sql, userId, identity))
      publishAlerts(bus, linked?.notified ?? [])
      if (linked?.isMuted) bus.publish('moderation', { target: 'user', id: userId })
    },

    /** @throws ApiError OTHER_ACCOUNT for an identity of another account, or of none */
    async checkOwner(userId: number, identity: IdentityKey): Promise<void> {
      if ((await ownerOf(database, identity)) !== userId) throw new ApiError('OTHER_ACCOUNT')
    },

    /**
     * Removes an identity and ends the sessions that it opened, except the one that asks.
     * @throws ApiError NOT_FOUND, LAST_IDENTITY, IDENTITY_HELD
     */
    async unlink({ id, sid }: Viewer, identityId: number): Promise<void> {
      const isRemoved = (identity: { id: number }) => identity.id === identityId
      const removal = { userId: id, isRemoved, exceptSession: sid, message: '', isWithdrawn: false }
      const removed = await database.transaction((sql) => removeIn(sql, removal))
      if (!removed) throw new ApiError('LAST_IDENTITY')
      publishAlerts(bus, removed.notified)
      publishEndedSessions(bus, removed.ended, clock.now())
    },

    /**
     * Removes an identity that was withdrawn at its provider, with its sessions. The only identity of an
     * account stays, and all sessions of the account end. An unknown identity changes nothing.
     */
    async withdraw(identity: IdentityKey): Promise<void> {
      const now = clock.now()
      const userId = await ownerOf(database, identity)
      if (userId === null) return
      const isRemoved = ({ issuer, subject }: IdentityKey) =>
        issuer === identity.issuer && subject === identity.subject
      const message = ', withdrawn at the provider'
      const removal = { userId, isRemoved, exceptSession: null, message, isWithdrawn: true }
      const remove = async (sql: Sql) => {
        const removed = await removeIn(sql, removal)
        if (removed) return removed
        return { ended: await endSessions(sql, { userId, exceptId: null, now }), notified: [] }
      }
      const { ended, notified } = await database.transaction(remove).catch((error: unknown) => {
        // Removed meanwhile.
        if (error instanceof ApiError && error.code === 'NOT_FOUND')
          return { ended: [], notified: [] }
        throw error
      })
      publishAlerts(bus, notified)
      publishEndedSessions(bus, ended, now)
    },
  }
}
