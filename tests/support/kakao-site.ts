import { TokenPair } from '#shared/contract/auth.ts'
import { claimsOf } from './api-client.ts'
import { oidcAttempt, oidcBrowser } from './oidc-client.ts'
import { type OidcStandIn, standInEntry, startOidcStandIn } from './oidc-stand-in.ts'
import {
  type Person,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from './test-server.ts'

export const PUBLIC_URL = 'https://tidemark.example'

interface KakaoSiteOptions extends Pick<TestServerOptions, 'pushFetch'> {
  /** Further fields of Kakao's entry in OIDC_PROVIDERS. */
  entry?: Parameters<typeof standInEntry>[1]
}

/** A server whose provider is a stand-in of Kakao. */
export interface KakaoSite {
  standIn: OidcStandIn
  server: TestServer
  browser: ReturnType<typeof oidcBrowser>
  /** Signs in as Kakao's present person. */
  signIn(): Promise<Person>
  stop(): Promise<void>
}

/** Starts both; `stop` stops both. */
export async function startKakaoSite(options: KakaoSiteOptions = {}): Promise<KakaoSite> {
  const { entry, ...serverOptions } = options
  const standIn = await startOidcStandIn({
    clientId: 'rest-key',
    clientSecret: 'stand-in-secret',
    redirectUris: [`${PUBLIC_URL}/api/v1/auth/oidc/kakao/callback`],
  })
  const providers = JSON.stringify([standInEntry(standIn.issuer, entry)])
  const environment = { PUBLIC_URL, OIDC_PROVIDERS: providers }
  const server = await startTestServer({ ...serverOptions, environment })
  const browser = oidcBrowser(server.url)
  return {
    standIn,
    server,
    browser,
    async signIn() {
      const attempt = oidcAttempt()
      const back = await browser.signIn(attempt, standIn)
      const body = { code: back.searchParams.get('code') ?? '', verifier: attempt.verifier }
      const pair = await server.api.call(TokenPair, 'POST', '/auth/oidc/exchange', body)
      return { ...pair, id: claimsOf(pair.token).id, api: server.api.as(pair.token) }
    },
    async stop() {
      await server.stop()
      await standIn.stop()
    },
  }
}
