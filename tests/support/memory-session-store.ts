import type { Session, SessionStore, StoredRefreshToken } from '#api/modules/auth/store.ts'

interface Row {
  sessionId: string
  rotatedAt: number | null
}

/** An inspectable session store in memory; calls are asynchronous like a database's. */
export interface MemorySessionStore extends SessionStore {
  /** Number of unspent tokens of a session. */
  liveTokens(sessionId: string): number
  session(sessionId: string): Session | undefined
  /** Every stored hash, as hex. */
  hashes(): string[]
}

export function createMemorySessionStore(): MemorySessionStore {
  const sessions = new Map<string, Session>()
  const tokens = new Map<string, Row>()
  const key = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

  return {
    create: async (session, hash) => {
      await Promise.resolve()
      sessions.set(session.id, { ...session })
      tokens.set(key(hash), { sessionId: session.id, rotatedAt: null })
      return true
    },
    find: async (hash): Promise<StoredRefreshToken | undefined> => {
      await Promise.resolve()
      const row = tokens.get(key(hash))
      const session = row && sessions.get(row.sessionId)
      return row && session ? { session: { ...session }, rotatedAt: row.rotatedAt } : undefined
    },
    rotate: async ({ sessionId, hash, successorHash, now, expires }) => {
      await Promise.resolve()
      const row = tokens.get(key(hash))
      const session = sessions.get(sessionId)
      if (!row || row.sessionId !== sessionId || row.rotatedAt !== null) return false
      if (!session || session.revoked !== null || session.expires <= now) return false
      row.rotatedAt = now
      tokens.set(key(successorHash), { sessionId, rotatedAt: null })
      sessions.set(sessionId, { ...session, lastUsed: now, expires })
      return true
    },
    revoke: async (sessionId, now) => {
      await Promise.resolve()
      const session = sessions.get(sessionId)
      if (session?.revoked === null) session.revoked = now
    },
    active: async (ids, now) =>
      new Set(
        [...sessions.values()]
          .filter(
            ({ id, revoked, expires }) => ids.includes(id) && revoked === null && expires > now,
          )
          .map(({ id }) => id),
      ),
    revokedSince: async (instant, limit) =>
      [...sessions.values()]
        .flatMap(({ id, revoked }) =>
          revoked !== null && revoked >= instant ? [{ id, revoked }] : [],
        )
        .sort((one, other) => other.revoked - one.revoked)
        .slice(0, limit),
    deleteEnded: async (endedBefore, rotatedBefore) => {
      const before = sessions.size + tokens.size
      for (const session of sessions.values()) {
        if (Math.min(session.expires, session.revoked ?? session.expires) < endedBefore) {
          sessions.delete(session.id)
        }
      }
      for (const [hash, { sessionId, rotatedAt }] of tokens) {
        if (!sessions.has(sessionId) || (rotatedAt !== null && rotatedAt < rotatedBefore)) {
          tokens.delete(hash)
        }
      }
      return before - sessions.size - tokens.size
    },

    liveTokens: (sessionId) =>
      [...tokens.values()].filter((row) => row.sessionId === sessionId && row.rotatedAt === null)
        .length,
    session: (sessionId) => sessions.get(sessionId),
    hashes: () => [...tokens.keys()],
  }
}
