import { expect, test } from 'bun:test'
import { createLog } from '#api/infrastructure/log.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { OidcFailure } from './failures.ts'
import { createProviderClient } from './provider-client.ts'
import { readOidcProviders } from './providers.ts'

const log = createLog('silent')

/** The failure of a sign-in at an issuer. */
async function failureAt(issuer: string): Promise<OidcFailure> {
  const entry = { id: 'work', kind: 'other', issuer, clientId: 'c', clientSecret: 'hunter2' }
  const [provider = expect.unreachable()] = readOidcProviders({
    oidcProviders: JSON.stringify([entry]),
    production: false,
    google: null,
  })
  const redirectUri = 'http://127.0.0.1/callback'
  const client = createProviderClient({ provider, redirectUri, log })
  const secrets = { state: 's', ...client.newSecrets() }
  const failure = await client.authorizationUrl(secrets, 'en').catch((error: unknown) => error)
  if (!(failure instanceof OidcFailure)) throw new Error('it did not fail')
  expect(failure.message).not.toContain('hunter2')
  return failure
}

test('a provider that cannot be reached is named with its entry and address', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`
  const { reason, message } = await failureAt(issuer)
  expect(reason).toBe('unavailable')
  expect(message).toStartWith(`sign-in provider work: discovery at ${issuer} failed (`)
  expect(message).toEndWith('let this server reach it')
})

test("an issuer without a discovery document is the operator's mistake", async () => {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('', { status: 404 }),
  })
  const { reason, message } = await failureAt(server.url.origin)
  expect(reason).toBe('misconfigured')
  expect(message).toContain(`sign-in provider work: discovery at ${server.url.origin} failed (`)
  expect(message).toEndWith('correct the issuer')
  await server.stop(true)
})
