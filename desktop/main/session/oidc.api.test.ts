import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { freePort } from '#build/setup/free-port.mjs'
import { AccountIdentities } from '#shared/contract/identities.ts'
import { Profile } from '#shared/contract/profile.ts'
import { fakeKeychain } from '#tests/support/desktop/fake-keychain.ts'
import { eventually } from '#tests/support/eventually.ts'
import { localPerson } from '#tests/support/oidc-client.ts'
import { type OidcStandIn, standInEntry, startOidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createMainSession } from './session.ts'

let standIn: OidcStandIn
let server: TestServer

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  standIn = await startOidcStandIn({
    clientId: 'rest-key',
    clientSecret: 'stand-in-secret',
    redirectUris: [`${url}/api/v1/auth/oidc/kakao/callback`],
  })
  server = await startTestServer({
    environment: {
      PORT: String(port),
      PUBLIC_URL: url,
      OIDC_PROVIDERS: JSON.stringify([standInEntry(standIn.issuer)]),
    },
  })
})
afterAll(async () => {
  await server.stop()
  await standIn.stop()
})

/** A desktop app whose system browser decides at the provider; `pages` are the final pages. */
function createApp(decision: 'agree' | 'cancel') {
  const pages: string[] = []
  const opened: URL[] = []
  const session = createMainSession({
    apiOrigin: server.url,
    fetch,
    keychain: fakeKeychain(),
    openExternal: async (url) => {
      opened.push(new URL(url))
      // A link begins at the address of the provider.
      const isStart = new URL(url).origin === server.url
      const toProvider = isStart ? await fetch(url, { redirect: 'manual' }) : null
      const address = toProvider?.headers.get('location') ?? url
      const person = address.startsWith(standIn.issuer) ? standIn : localPerson('Typed')
      pages.push(await (await fetch(await person.answer(address, decision))).text())
    },
    log: { warn: () => {} },
  })
  return { session, pages, opened }
}

describe("the desktop sign-in with a provider of the server's list", () => {
  test('gets a one-time code through the loopback listener', async () => {
    const { session, opened } = createApp('agree')
    expect(await session.signIn('ko-KR', 'kakao')).toBe('signedIn')
    expect(await session.request(Profile, '/profile')).toMatchObject({
      nickname: '미나',
      email: '',
      loginMethod: 'kakao',
    })
    // The verifier stays in the app.
    expect(opened[0]?.searchParams.has('verifier')).toBe(false)
    expect(opened[0]?.searchParams.get('locale')).toBe('ko')
    await session.stop()
  })

  test('reports a cancellation and a refused identity', async () => {
    const cancelled = createApp('cancel')
    expect(await cancelled.session.signIn('en-US', 'kakao')).toBe('cancelled')
    await cancelled.session.stop()
    const refused = createApp('agree')
    standIn.plan.claims = { iss: 'https://evil.example' }
    expect(await refused.session.signIn('en-US', 'kakao')).toBe('failed')
    standIn.plan.claims = {}
    await refused.session.stop()
  })
})

test('links other identities to the account, but none of another account', async () => {
  const { session, pages } = createApp('agree')
  const kinds = async () =>
    (await session.request(AccountIdentities, '/account/identities')).map(({ kind }) => kind)
  expect(await session.link('en-US', 'local', 'link')).toBe('failed')
  standIn.plan.subject = '4000000011'
  await session.signIn('en-US', 'kakao')
  expect(await session.link('en-US', 'local', 'link')).toBe('linked')
  await eventually(() => pages.some((page) => page.includes('>Done</h1>')))
  standIn.plan.subject = '4000000012'
  expect(await session.link('en-US', 'kakao', 'link')).toBe('linked')
  expect(await kinds()).toEqual(['kakao', 'local', 'kakao'])
  expect(await session.link('en-US', 'kakao', 'confirm')).toBe('linked')
  expect(await session.link('en-US', 'local', 'confirm')).toBe('linked')
  standIn.plan.subject = '4000000014'
  expect(await session.link('en-US', 'kakao', 'confirm')).toBe('otherAccount')
  expect(await kinds()).toEqual(['kakao', 'local', 'kakao'])
  await session.end()
  standIn.plan.subject = '4000000013'
  await session.signIn('en-US', 'kakao')
  standIn.plan.subject = '4000000012'
  expect(await session.link('ko-KR', 'kakao', 'link')).toBe('taken')
  expect(await session.link('en-US', 'local', 'link')).toBe('taken')
  expect(await kinds()).toEqual(['kakao'])
  await session.stop()
})
