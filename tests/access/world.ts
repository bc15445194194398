import { statement } from '#api/infrastructure/database/sql.ts'
import { RefreshReply } from '#shared/contract/auth.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import {
  type Person,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '#tests/support/test-server.ts'

/** A server with users of each role and one object of each kind. */
export interface World {
  server: TestServer
  author: Person
  other: Person
  notVoted: Person
  admin: Person
  /** Target of the live round. */
  targetDate: string
  /** Ids of the author's and the other user's vote in the live round. */
  voteId: number
  othersVoteId: number
  /** Ids of the author's posts and the admin's notice. */
  freesId: number
  suggestionId: number
  noticeId: number
  /** Id of the author's reply to the own post on the free board. */
  replyId: number
}

/** Sets the admin level like `admin grant`. */
export async function setAdmin(server: TestServer, person: Person, level: number): Promise<void> {
  const change = 'UPDATE user_account SET is_admin = $1 WHERE id = $2'
  await server.infrastructure.database.query(statement(change), [level, person.id])
}

/** Votes as `person` in the live round. @returns the vote id */
export async function vote(person: Person, content = ''): Promise<number> {
  const { target2 } = await person.api.get(VoteSummary, '/vote/summary')
  const body = { targetDate: target2.targetDate, vote: 'up', content }
  return (await person.api.call(CreateVoteReply, 'POST', '/votes', body)).id
}

/** Writes a post as `person`. @returns the post id */
export async function post(person: Person, board: string, content = 'text'): Promise<number> {
  return (await person.api.call(CreatePostReply, 'POST', `/posts/${board}`, { content })).id
}

/** Replies as `person` below a note or post. @returns the reply id */
async function reply(person: Person, path: string): Promise<number> {
  const body = { content: 'a reply' }
  return (await person.api.call(SavedReply, 'POST', `${path}/replies`, body)).reply.id
}

/** The same user with new tokens: tokens last ten minutes and these tests move the clock. */
export async function renewed(server: TestServer, person: Person): Promise<Person> {
  const body = { refreshToken: person.refreshToken }
  const reply = await server.api.call(RefreshReply, 'POST', '/auth/refresh-token', body)
  const { accessToken, refreshToken } = reply
  return { id: person.id, token: accessToken, refreshToken, api: server.api.as(accessToken) }
}

/** Snapshot of users and their content, to verify that a rejected request changed nothing. */
export async function snapshot({ infrastructure }: TestServer): Promise<unknown> {
  const read = (table: string) =>
    infrastructure.database.query(statement(`SELECT * FROM ${table} ORDER BY 1, 2`))
  const tables = [
    'user_account',
    'vote',
    'post',
    'vote_reaction',
    'post_reaction',
    'reply',
    'ledger',
  ]
  return Promise.all(tables.map(read))
}

/** Builds the world on a new server. The admin role is granted after sign-in. */
export async function openWorld(options: TestServerOptions = {}): Promise<World> {
  const server = await startTestServer(options)
  const [author, other, notVoted, admin] = [
    await server.person('Author'),
    await server.person('Other'),
    await server.person('Bystander'),
    await server.person('Admin'),
  ]
  await setAdmin(server, admin, 1)
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  const freesId = await post(author, 'frees')
  return {
    server,
    author,
    other,
    notVoted,
    admin,
    targetDate: target2.targetDate,
    voteId: await vote(author, '<p>a note</p>'),
    othersVoteId: await vote(other),
    freesId,
    suggestionId: await post(author, 'suggestions'),
    noticeId: await post(admin, 'notices'),
    replyId: await reply(author, `/posts/frees/${freesId}`),
  }
}
