import { column, statement } from '#api/infrastructure/database/sql.ts'
import { PriceLevel } from '#shared/contract/alerts.ts'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { claimsOf } from './api-client.ts'
import { newAdmin, newcomer, signedInAs } from './crowd.ts'
import { addPushDevice, runNotifications } from './push-person.ts'
import { pushService } from './push-service.ts'
import type { Person, TestServer } from './test-server.ts'

const ACT_OF = statement(
  'SELECT max(id)::int AS id FROM moderation_act WHERE subject_id = $1 AND act = $2',
  { id: column.int },
)

const ADD_WORTH_POSITION = statement(
  `INSERT INTO worth_position (user_id, mark, calls, side, is_armed) VALUES ($1, 40, '', 'below', true)`,
)

const ADD_TWIN = statement(
  `INSERT INTO twin (first_id, second_id, position, rounds, same, gap_ms, others)
  VALUES ($1, $2, 1, 12, 12, 20000, 0)`,
)

/** Votes in the open round. @returns the vote's id */
export async function castVote(server: TestServer, person: Person, content = ''): Promise<number> {
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  const body = { targetDate: target2.targetDate, vote: 'up', content }
  return (await person.api.call(CreateVoteReply, 'POST', '/votes', body)).id
}

const codeOf = ({ token }: Person) => claimsOf(token).uniqueCode

/** A new session of the same person: the access token is older than ten minutes. */
const refresh = (server: TestServer, { id }: Person): Promise<Person> => signedInAs(server, id)

/** Ids of a person's rows and of another's. */
export interface AccountWorld {
  person: Person
  other: Person
  admin: Person
  /** Votes of a settled, a waiting and the open round. */
  settled: number
  waiting: number
  open: number
  post: number
  otherPost: number
  otherVote: number
  otherReply: number
}

/**
 * A person with votes in a settled, a waiting and the open round, a post, reactions and replies both ways, reports
 * and blocks both ways, a hidden post and reply, a mute and an appeal, a notification and a push message that waits. The
 * clock ends on a Thursday.
 */
export async function createAccountWorld(server: TestServer, name: string): Promise<AccountWorld> {
  const { database } = server.infrastructure
  const person = await newcomer(server, name)
  const other = await newcomer(server, 'Other')
  const admin = await newAdmin(server, 'Admin')
  const post = async ({ api }: Person, content: string) =>
    (await api.call(CreatePostReply, 'POST', '/posts/frees', { content })).id
  const like = ({ api }: Person, path: string) =>
    api.raw('POST', `${path}/reaction`, { body: { reaction: 'like' } })
  const act = (body: object) => admin.api.call(Done, 'POST', '/moderation/acts', body)

  const settled = await castVote(server, person, '<p>My settled secret</p>')
  await server.jump('2026-11-23T02:00:00.000Z')
  const again = await refresh(server, person)
  const waiting = await castVote(server, again, '<p>=My waiting secret</p>')
  // Night in London: the push message about the settlement waits.
  await addPushDevice(again, pushService(), 'Europe/London')
  await again.api.call(Done, 'POST', '/notifications/seen', { id: 1 })
  await again.api.call(PriceLevel, 'POST', '/alerts/levels', { price: '1', note: 'My level' })
  await database.query(ADD_WORTH_POSITION, [person.id])
  await server.jump('2026-11-26T02:00:00.000Z')
  await runNotifications(server)
  const [now, nowOther, nowAdmin] = await Promise.all(
    [person, other, admin].map((each) => refresh(server, each)),
  )
  if (!now || !nowOther || !nowAdmin) throw new Error('nobody signed in')
  admin.api = nowAdmin.api
  await now.api.call(Done, 'PUT', `/blocks/${codeOf(other)}`, {})
  await nowOther.api.call(Done, 'PUT', `/blocks/${codeOf(person)}`, {})
  const open = await castVote(server, now, '<p>My open secret</p>')
  const otherVote = await castVote(server, nowOther, '<p>Their note</p>')
  const own = await post(now, '<p>My post</p>')
  const hidden = await post(now, '<p>My hidden post</p>')
  const otherPost = await post(nowOther, '<p>Their post</p>')
  // Reading a note of the open round locks the direction.
  await now.api.raw('GET', `/votes/${otherVote}`)
  await like(now, `/posts/frees/${otherPost}`)
  await like(now, `/votes/${otherVote}`)
  await like(nowOther, `/posts/frees/${own}`)
  await like(nowOther, `/votes/${waiting}`)
  await like(nowOther, `/votes/${open}`)
  const reply = async ({ api }: Person, path: string, content: string) =>
    (await api.call(SavedReply, 'POST', `${path}/replies`, { content })).reply.id
  const ownReply = await reply(now, `/posts/frees/${otherPost}`, 'My reply')
  const theirs = await reply(nowOther, `/posts/frees/${own}`, `Their reply @${codeOf(person)}`)
  server.clock.advance(10_000)
  const otherReply = await reply(nowOther, `/votes/${waiting}`, 'Their reply to a note')
  await like(now, `/replies/${theirs}`)
  const report = ({ api }: Person, target: string, targetId: number) =>
    api.call(Done, 'POST', '/reports', { target, targetId, reason: 'spam', text: 'my words' })
  await report(now, 'reply', otherReply)
  await report(nowOther, 'reply', ownReply)
  await act({ act: 'hide', target: 'reply', targetId: ownReply, reason: 'spam' })
  await report(now, 'post', otherPost)
  await report(nowOther, 'post', own)
  await act({ act: 'hide', target: 'post', targetId: hidden, reason: 'spam', message: 'No ads' })
  await act({ act: 'mute', target: 'nickname', targetId: now.id, reason: 'spam', days: 7 })
  const [muted] = await database.query(ACT_OF, [now.id, 'mute'])
  await now.api.call(Done, 'POST', `/profile/moderation/${muted?.id}/appeal`, { text: 'Please' })
  await database.query(ADD_TWIN, [person.id, other.id])
  return {
    person: now,
    other: nowOther,
    admin: nowAdmin,
    settled,
    waiting,
    open,
    post: own,
    otherPost,
    otherVote,
    otherReply,
  }
}
