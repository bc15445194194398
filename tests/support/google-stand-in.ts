import { type OidcStandIn, startOidcStandIn } from './oidc-stand-in.ts'

const ISSUER = 'https://accounts.google.com'
/** Addresses of Google, with what answers them. */
const ADDRESSES = {
  [ISSUER]: '',
  'https://www.googleapis.com/oauth2/v3/certs': '/.well-known/jwks.json',
}

/** Google for this process: requests to it go to a stand-in until `stop`. */
export async function startGoogleStandIn(
  client: { clientId: string; clientSecret: string },
  redirectUri: string,
): Promise<OidcStandIn> {
  const standIn = await startOidcStandIn({
    ...client,
    redirectUris: [redirectUri],
    scopes: ['openid', 'email', 'profile'],
    issuer: ISSUER,
  })
  const real = globalThis.fetch
  const local = (address: string) => {
    const [google, path] = Object.entries(ADDRESSES).find(([own]) => address.startsWith(own)) ?? []
    if (google === undefined) return address
    return address.replace(google, `http://127.0.0.1:${standIn.port}${path}`)
  }
  const redirected = (...[input, init]: Parameters<typeof fetch>) =>
    real(input instanceof Request ? input : local(String(input)), init)
  globalThis.fetch = Object.assign(redirected, { preconnect: real.preconnect })
  return {
    ...standIn,
    async stop() {
      globalThis.fetch = real
      await standIn.stop()
    },
  }
}
