import { statement } from '#api/infrastructure/database/sql.ts'
import type { RunningServer } from '#api/server/server.ts'
import { RefreshReply } from '#shared/contract/auth.ts'
import { apiClient } from './api-client.ts'
import type { Person } from './test-server.ts'

/** Issuer of its own, so that subjects never collide with those of the embedded provider. */
const ISSUER = 'https://crowd.example'

/** Creates a session of an existing account. */
export async function signedInAs({ url, services }: RunningServer, id: number): Promise<Person> {
  const { sessionId, refreshToken } = await services.sessions.open(id)
  const token = await services.accounts.accessToken(id, sessionId)
  return { id, token, refreshToken, api: apiClient(url, token) }
}

/**
 * Creates a signed-in user (account, session, access token) without the provider's pages, which take a
 * hundred times as long.
 */
export async function newcomer(server: RunningServer, givenName: string): Promise<Person> {
  const subject = crypto.randomUUID()
  const email = `${subject}@crowd.example`
  const identity = { issuer: ISSUER, subject, email, givenName, method: 'local' } as const
  return signedInAs(server, await server.services.accounts.signIn(identity))
}

const SET_LEVEL = statement('UPDATE user_account SET is_admin = $2 WHERE id = $1')

/** Gives a user admin rights of a level, as `npm run admin -- grant` does; 0 revokes them. */
export const setAdminLevel = (server: RunningServer, { id }: Person, level: number) =>
  server.infrastructure.database.query(SET_LEVEL, [id, level])

/** Creates a signed-in admin. */
export async function newAdmin(server: RunningServer, name: string, level = 2): Promise<Person> {
  const person = await newcomer(server, name)
  await setAdminLevel(server, person, level)
  return person
}

/** Creates `count` users with ascending ids; nicknames are `name` and a number from 1. */
export async function crowd(
  server: RunningServer,
  count: number,
  name = 'Person',
): Promise<Person[]> {
  const people: Person[] = []
  for (let number = 1; number <= count; number++) {
    people.push(await newcomer(server, `${name} ${number}`))
  }
  return people
}

/** The same user with new tokens, as after a renewal. */
export async function renewed({ url }: RunningServer, person: Person): Promise<Person> {
  const { id, refreshToken } = person
  const guest = apiClient(url)
  const reply = await guest.call(RefreshReply, 'POST', '/auth/refresh-token', { refreshToken })
  const token = reply.accessToken
  return { id, token, refreshToken: reply.refreshToken, api: guest.as(token) }
}
