import { statement } from '#api/infrastructure/database/sql.ts'
import { RefreshReply } from '#shared/contract/auth.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import {
  type Person,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '#tests/support/test-server.ts'

/** A server with people who may do different things, and one thing of each kind to do them to. */
export interface World {
  server: TestServer
  author: Person
  other: Person
  notVoted: Person
  admin: Person
  /** The live target. */
  targetDate: string
  /** The author's vote in the live round, and the other user's. */
  voteId: number
  othersVoteId: number
  /** The author's posts, and the admin's notice. */
  freesId: number
  suggestionId: number
  noticeId: number
}

/** Sets the admin level as `admin grant` does. */
export async function setAdmin(server: TestServer, person: Person, level: number): Promise<void> {
  const change = 'UPDATE user_account SET is_admin = $1 WHERE id = $2'
  await server.infrastructure.database.query(statement(change), [level, person.id])
}

/** Casts a call of `person` in the live round and answers its id. */
export async function vote(person: Person, content = ''): Promise<number> {
  const { target2 } = await person.api.get(VoteSummary, '/vote/summary')
  const body = { targetDate: target2.targetDate, vote: 'up', content }
  return (await person.api.call(CreateVoteReply, 'POST', '/votes', body)).id
}

/** Writes a post of `person` and answers its id. */
export async function post(person: Person, board: string, content = 'text'): Promise<number> {
  return (await person.api.call(CreatePostReply, 'POST', `/posts/${board}`, { content })).id
}

/** The same person with fresh tokens: theirs last ten minutes, and these tests move the clock. */
export async function renewed(server: TestServer, person: Person): Promise<Person> {
  const body = { refreshToken: person.refreshToken }
  const reply = await server.api.call(RefreshReply, 'POST', '/auth/refresh-token', body)
  const { accessToken, refreshToken } = reply
  return { id: person.id, token: accessToken, refreshToken, api: server.api.as(accessToken) }
}

/** All that people wrote, and who they are, to see that a refusal changed nothing. */
export async function snapshot({ infrastructure }: TestServer): Promise<unknown> {
  const read = (table: string) =>
    infrastructure.database.query(statement(`SELECT * FROM ${table} ORDER BY 1, 2`))
  const tables = ['user_account', 'vote', 'post', 'vote_reaction', 'post_reaction', 'ledger']
  return Promise.all(tables.map(read))
}

/** Builds the world on a fresh server. The admin is made one after signing in. */
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
  return {
    server,
    author,
    other,
    notVoted,
    admin,
    targetDate: target2.targetDate,
    voteId: await vote(author, '<p>a note</p>'),
    othersVoteId: await vote(other),
    freesId: await post(author, 'frees'),
    suggestionId: await post(author, 'suggestions'),
    noticeId: await post(admin, 'notices'),
  }
}
