import type { RunningServer } from '#api/server.ts'
import { RefreshReply } from '#shared/contract/auth.ts'
import { apiClient } from './api-client.ts'
import type { Person } from './test-server.ts'

/** Told apart from the people of the embedded provider, so that no subject can meet one of theirs. */
const ISSUER = 'https://crowd.example'

/** A new session of an account that exists. */
export async function signedInAs({ url, services }: RunningServer, id: number): Promise<Person> {
  const { sessionId, refreshToken } = await services.sessions.open(id)
  const token = await services.accounts.accessToken(id, sessionId)
  return { id, token, refreshToken, api: apiClient(url, token) }
}

/**
 * Signs a new person in past the provider's pages, which take a hundred times as long. From there on
 * they are a person like any other: an account, a session, an access token.
 */
export async function newcomer(server: RunningServer, givenName: string): Promise<Person> {
  const subject = crypto.randomUUID()
  const email = `${subject}@crowd.example`
  const identity = { issuer: ISSUER, subject, email, givenName, method: 'local' } as const
  return signedInAs(server, await server.services.accounts.signIn(identity))
}

/** `count` newcomers, whose nicknames are `name` and a number from 1; their ids rise as well. */
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

/** The same person with new tokens, as a client gets them once the old ones have expired. */
export async function renewed({ url }: RunningServer, person: Person): Promise<Person> {
  const { id, refreshToken } = person
  const guest = apiClient(url)
  const reply = await guest.call(RefreshReply, 'POST', '/auth/refresh-token', { refreshToken })
  const token = reply.accessToken
  return { id, token, refreshToken: reply.refreshToken, api: guest.as(token) }
}
