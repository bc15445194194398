import type { AppEventBus } from '#api/events.ts'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { AccessTokenClaims } from '#api/modules/auth/access-token.ts'
import { STREAM_REQUESTS } from '#shared/contract/endpoints.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { StreamSocket } from './client-requests.ts'

type Socket = Bun.ServerWebSocket<StreamSocket>

/** The session that a socket gets the alerts of. */
interface Member {
  userId: number
  sessionId: string
}

/** Message for the windows and apps of one user. */
export type OwnMessage =
  | Pick<Extract<StreamMessage, { type: 'alert' }>, 'type' | 'notification'>
  | Pick<Extract<StreamMessage, { type: 'levels' }>, 'type'>

export interface OwnAlertsDeps {
  /** The claims of an access token. Rejects when the API would refuse it. */
  authenticate: (token: string) => Promise<AccessTokenClaims>
  /** The notifications with these ids. */
  notifications: (ids: readonly number[]) => Promise<(Notification & { userId: number })[]>
  /** Those of the sessions that have not ended. */
  activeSessions: (sessionIds: readonly string[]) => Promise<Set<string>>
  send: (socket: Socket, message: OwnMessage) => void
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
  log: Log
}

const PREFIX = `${STREAM_REQUESTS.alerts} `
/** Retention of alerts for windows that were opening or reconnecting, ms; some stay for twice this time. */
const RETENTION_MS = 15_000
/** Maximum number of people whose alerts are retained for that long. */
const RETENTION_MAX = 10_000

/**
 * Alerts and changed price levels for the open windows and apps of their owners. A client sends `alerts`
 * with its access token; from then on its socket gets the alerts of that session until it sends `no alerts`, or the session ends. Those
 * of the last seconds are repeated, unless they were seen; clients ignore one that they have.
 */
export function createOwnAlerts(deps: OwnAlertsDeps) {
  const { authenticate, notifications, activeSessions, send, bus, clock, log } = deps
  const members = new Map<Socket, Member>()
  const socketsOf = new Map<number, Set<Socket>>()
  /** Ids of the last alerts by user, and those before them. */
  let recent = new Map<number, number[]>()
  let older = new Map<number, number[]>()

  const forgetOlder = () => {
    older = recent
    recent = new Map()
  }
  const remember = (notified: readonly { userId: number; id: number }[]) => {
    for (const { userId, id } of notified) {
      if (recent.size >= RETENTION_MAX) forgetOlder()
      const ids = recent.get(userId)
      if (ids) ids.push(id)
      else recent.set(userId, [id])
    }
  }

  const remove = (socket: Socket) => {
    const member = members.get(socket)
    if (!member) return
    members.delete(socket)
    const sockets = socketsOf.get(member.userId)
    sockets?.delete(socket)
    if (sockets?.size === 0) socketsOf.delete(member.userId)
  }
  const add = (socket: Socket, member: Member) => {
    remove(socket)
    members.set(socket, member)
    const sockets = socketsOf.get(member.userId) ?? new Set()
    socketsOf.set(member.userId, sockets.add(socket))
  }
  const removeUnless = (isKept: (member: Member) => boolean) => {
    for (const [socket, member] of members) if (!isKept(member)) remove(socket)
  }

  /** Sockets of sessions that ended while no events arrived. */
  const removeEnded = async () => {
    const ids = new Set([...members.values()].map(({ sessionId }) => sessionId))
    if (ids.size === 0) return
    const active = await activeSessions([...ids])
    removeUnless(({ sessionId }) => active.has(sessionId) || !ids.has(sessionId))
  }

  const repeatRecent = async (socket: Socket, member: Member) => {
    const ids = [older, recent].flatMap((alerts) => alerts.get(member.userId) ?? [])
    if (ids.length === 0) return
    for (const { userId: _, ...notification } of await notifications(ids)) {
      if (notification.isNew && members.get(socket) === member) {
        send(socket, { type: 'alert', notification })
      }
    }
  }

  const onAlerts = async (notified: readonly { userId: number; id: number }[]) => {
    const own = notified.filter(({ userId }) => socketsOf.has(userId))
    if (own.length === 0) return
    // Taken before the query: a socket that joins during it gets them by `repeatRecent`.
    const joined = new Map(
      own.map(({ userId }) => [
        userId,
        [...(socketsOf.get(userId) ?? [])].map((socket) => ({
          socket,
          member: members.get(socket),
        })),
      ]),
    )
    for (const { userId, ...notification } of await notifications(own.map(({ id }) => id))) {
      for (const { socket, member } of joined.get(userId) ?? []) {
        if (members.get(socket) === member) send(socket, { type: 'alert', notification })
      }
    }
  }
  const warn = (error: unknown) => log.warn({ err: error }, 'alerts did not reach open windows')

  return {
    /** Applies a client's message; false for any other text. A token that is refused ends its alerts. */
    apply(socket: Socket, text: string): boolean {
      if (text === STREAM_REQUESTS.noAlerts) {
        remove(socket)
        return true
      }
      if (!text.startsWith(PREFIX)) return false
      authenticate(text.slice(PREFIX.length)).then(
        ({ id, sid }) => {
          if (socket.readyState !== WebSocket.OPEN) return
          const member = { userId: id, sessionId: sid }
          add(socket, member)
          repeatRecent(socket, member).catch(warn)
        },
        () => remove(socket),
      )
      return true
    },

    remove,

    /** Returns the function that stops. */
    start(): () => void {
      const subscriptions = [
        bus.on('alerts', ({ notified }) => {
          remember(notified)
          onAlerts(notified).catch(warn)
        }),
        bus.on('levels', ({ userId }) => {
          for (const socket of socketsOf.get(userId) ?? []) send(socket, { type: 'levels' })
        }),
        bus.on('sessionRevoked', (ended) =>
          removeUnless(({ sessionId }) => sessionId !== ended.sessionId),
        ),
        bus.onInvalidateAll(() => void removeEnded().catch(warn)),
        every(clock, RETENTION_MS, forgetOlder),
      ]
      return () => {
        for (const unsubscribe of subscriptions) unsubscribe()
      }
    },
  }
}
