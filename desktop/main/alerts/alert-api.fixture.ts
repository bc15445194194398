import type { UserClaims } from '#shared/contract/auth.ts'
import type { OwnVote, Profile } from '#shared/contract/profile.ts'

/** Claims of a user. */
export const user = (id: number, lastVoteTime: number): UserClaims => ({
  id,
  nickname: 'Minji',
  email: 'minji@example.com',
  uniqueCode: 'ABC123',
  created: '2026-01-01T00:00:00.000Z',
  loginCount: 1,
  lastLogin: '2026-11-21T00:00:00.000Z',
  loginMethod: 'local',
  lastVoteTime,
  points: 0,
  is_admin: 0,
  exp: 0,
})

/** An API with one user that counts its requests. */
export function startApi() {
  const api = {
    votes: [] as OwnVote[],
    /** The value in the database; the token may carry an older one. */
    lastVoteTime: 0,
    isDown: false,
    /** A captive portal replies instead of the API. */
    isIntercepted: false,
    requests: { votes: 0, profile: 0 },
    /** Devices of the account that get push messages. */
    devices: [] as { id: number }[],
    /** Switches of the account. */
    account: {
      opened: true,
      closing: true,
      settled: true,
      flip: true,
      worth: true,
      reply: true,
      mention: true,
      test: true,
    },
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/settings'))
        return Response.json({ kinds: api.account, devices: api.devices })
      const resource = pathname.endsWith('/votes') ? 'votes' : 'profile'
      api.requests[resource] += 1
      if (api.isDown) return new Response('bad gateway', { status: 502 })
      if (api.isIntercepted) return new Response('<p>Welcome</p>')
      if (resource === 'votes') return Response.json(api.votes)
      const { exp: _, ...voter } = user(7, api.lastVoteTime)
      const reply: Profile = {
        ...voter,
        settledVotes: 0,
        rank: null,
        mutedUntil: null,
        ranksFrom: null,
        calls: 0,
      }
      return Response.json(reply)
    },
  })
  return { api, server }
}
