import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterFactory, AdapterPayload, Configuration } from 'oidc-provider'
import { systemClock } from '#api/infrastructure/clock.ts'
import { LOCAL_ALGORITHM } from './id-token.ts'
import type { LocalIdentity } from './local-identity.ts'
import { failurePage, pageHeaders, pageLanguage } from './local-provider-page.ts'

/** The server's client id at the embedded provider. */
export const LOCAL_CLIENT_ID = 'tidemark'

/** In seconds; short, because the ID token is exchanged for a session at once. */
const lifetimes = {
  AccessToken: 60,
  AuthorizationCode: 60,
  Grant: 600,
  IdToken: 600,
  Interaction: 600,
  Session: 600,
}

interface ConfigurationDeps {
  /** The provider's library, loaded when it is first needed. */
  library: typeof import('oidc-provider')
  /** The server's address that receives codes. */
  redirectUri: string
  key: JWK
  accounts: LRUCache<string, LocalIdentity>
}

/**
 * Configuration of the embedded provider: one client without a secret, authorization code with PKCE
 * (S256), state and nonce required, identity in the ID token, all unused features off.
 */
export function localProviderConfiguration(deps: ConfigurationDeps): Configuration {
  const { library, redirectUri, key, accounts } = deps
  const policy = library.interactionPolicy.base()
  // The form is the consent: it names the application, which receives only the typed name.
  policy.remove('consent')
  const required = (_ctx: unknown, value: string | undefined) => {
    if (!value) throw new library.errors.InvalidRequest('state and nonce are required')
  }

  return {
    adapter: createLocalProviderStore,
    clients: [
      {
        client_id: LOCAL_CLIENT_ID,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: LOCAL_ALGORITHM,
      },
    ],
    jwks: { keys: [key] },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name'],
    },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraParams: { state: required, nonce: required },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    // Unsigned: each holds only an unguessable identifier.
    cookies: {
      names: {
        session: 'tidemark_local_session',
        interaction: 'tidemark_local_interaction',
        resume: 'tidemark_local_resume',
      },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    discovery: { ui_locales_supported: ['en', 'ko'] },
    ttl: lifetimes,
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    expiresWithSession: () => false,
    loadExistingGrant: async (ctx) => {
      const { provider, session, client } = ctx.oidc
      if (!session?.accountId || !client) return undefined
      const grant = new provider.Grant({
        accountId: session.accountId,
        clientId: client.clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    findAccount: (_ctx, subject) => {
      const identity = accounts.get(subject)
      if (!identity) return undefined
      const { name, givenName, email } = identity
      const claims = { sub: subject, name, given_name: givenName, email, email_verified: true }
      return { accountId: subject, claims: () => claims }
    },
    renderError: (ctx, out) => {
      ctx.set(pageHeaders())
      ctx.body = failurePage(
        pageLanguage(ctx.query.ui_locales, ctx.acceptsLanguages(['en', 'ko'])),
        out.error,
      )
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
  }
}

/** Maximum number of records of one kind (interaction, code, …); the oldest are evicted. */
export const RECORDS_PER_KIND = 1000

/**
 * In-memory storage of the embedded provider, bounded by kind of record: a flood of unfinished
 * sign-ins cannot evict a pending code. Sessions are not stored, so every sign-in asks for a name.
 * Expiries use the system clock, like the provider's own.
 */
export const createLocalProviderStore: AdapterFactory = (kind): Adapter => {
  const records = new LRUCache<string, AdapterPayload & { id: string }>({ max: RECORDS_PER_KIND })
  return {
    upsert: async (id, payload, expiresIn = 60) => {
      if (kind === 'Session') return
      records.set(id, { ...payload, id }, { ttl: expiresIn * 1000 })
    },
    find: async (id) => records.get(id),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const record = records.get(id)
      if (record) record.consumed = Math.floor(systemClock.now() / 1000)
    },
    destroy: async (id) => {
      records.delete(id)
    },
    revokeByGrantId: async (grantId) => {
      for (const record of records.values()) {
        if (record.grantId === grantId) records.delete(record.id)
      }
    },
  }
}
