import { expect, test } from 'bun:test'
import { connect, createServer, type Socket } from 'node:net'
import { createLog } from '#api/infrastructure/log.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { standInEntry, startOidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { createProviderClient } from './provider-client.ts'
import { readOidcProviders } from './providers.ts'

const REDIRECT = 'https://tidemark.example/api/v1/auth/oidc/kakao/callback'

/** Forwards the first request of each connection and closes the connection when the next one comes. */
async function startClosingProxy(port: number, target: () => number) {
  const server = createServer((client: Socket) => {
    const upstream = connect(target(), '127.0.0.1')
    const close = () => {
      client.destroy()
      upstream.destroy()
    }
    let isUsed = false
    client.on('data', (part) => {
      if (isUsed) close()
      else upstream.write(part)
    })
    upstream.on('data', (part) => {
      isUsed = true
      client.write(part)
    })
    for (const socket of [client, upstream]) socket.on('error', close).on('close', close)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { stop: () => server.close() }
}

test('sign-ins do not meet a connection that the provider closes for being idle', async () => {
  const port = await freePort()
  const standIn = await startOidcStandIn({
    clientId: 'rest-key',
    clientSecret: 'stand-in-secret',
    redirectUris: [REDIRECT],
    scopes: ['openid', 'profile', 'email', 'profile_nickname'],
    issuer: `http://127.0.0.1:${port}`,
  })
  const proxy = await startClosingProxy(port, () => standIn.port)
  const [provider] = readOidcProviders({
    oidcProviders: JSON.stringify([standInEntry(standIn.issuer)]),
    production: false,
    google: null,
  })
  if (!provider) throw new Error('there is no provider')
  const client = createProviderClient({
    provider,
    redirectUri: REDIRECT,
    log: createLog('silent'),
  })
  const subjects: string[] = []
  for (const state of ['one', 'two', 'three']) {
    const secrets = { ...client.newSecrets(), state }
    const answer = await standIn.answer(await client.authorizationUrl(secrets, 'en'))
    subjects.push((await client.identify(answer.searchParams, secrets)).subject)
  }
  expect(new Set(subjects)).toEqual(new Set(['4000000001']))
  proxy.stop()
  await standIn.stop()
})
