import { accessTokenOf, deferred } from './session-rig.ts'

/** One sign-in at the server, with the refresh token that is good now. */
interface Family {
  live: string
  isRevoked: boolean
}

const refusal = () =>
  Response.json({ success: false, code: 'REFRESH_INVALID', message: '' }, { status: 401 })

/**
 * The API's sessions as a model, and a provider that signs everybody in. Replies to renewals and
 * sign-outs wait until the test lets them through or loses them; the server has acted by then.
 */
export function sessionFamilies() {
  const families: Family[] = []
  const familyOf = new Map<string, Family>()
  const waiting: ((isLost: boolean) => void)[] = []
  let count = 0
  /** Set, requests do not even arrive. */
  let isAway = false

  const issue = (family: Family) => {
    count += 1
    family.live = `r${count}`
    familyOf.set(family.live, family)
    return family.live
  }
  const open = () => {
    const family = { live: '', isRevoked: false }
    families.push(family)
    return issue(family)
  }
  const access = (family: Family) => accessTokenOf(families.indexOf(family), count)

  /** Within the grace a spent token answers with the live one, as the API's sessions do. */
  const renew = (token: string): Response => {
    const family = familyOf.get(token)
    if (!family || family.isRevoked) return refusal()
    const refreshToken = token === family.live ? issue(family) : family.live
    return Response.json({ accessToken: access(family), refreshToken })
  }
  const logout = (token: string): Response => {
    const family = familyOf.get(token)
    if (family) family.isRevoked = true
    return Response.json({ success: true, message: '' })
  }
  const signIn = (): Response => {
    const refreshToken = open()
    const family = familyOf.get(refreshToken)
    return Response.json({ token: family ? access(family) : '', refreshToken })
  }

  const late = async (act: () => Response): Promise<Response> => {
    if (isAway) throw new TypeError('away')
    const reply = act()
    const sent = deferred<boolean>()
    waiting.push(sent.resolve)
    if (await sent.promise) throw new TypeError('lost')
    return reply
  }

  const issuer = 'https://id.example'
  let nonce = ''
  const provider: Record<string, () => object> = {
    '/api/v1/auth/config': () => ({
      ...{ provider: 'local', issuer, clientId: 'web', desktopClientId: 'desktop' },
    }),
    '/.well-known/openid-configuration': () => ({
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
    }),
    '/token': () => ({
      id_token: `head.${Buffer.from(JSON.stringify({ nonce })).toString('base64url')}.mark`,
    }),
  }

  return {
    open,
    families,
    familyOf,
    waiting,
    setAway(away: boolean) {
      isAway = away
    },
    async fetch(url: string, init?: RequestInit): Promise<Response> {
      const { pathname } = new URL(url)
      const known = provider[pathname]
      if (known) return Response.json(known())
      if (pathname.endsWith('/google')) return signIn()
      const { refreshToken } = JSON.parse(String(init?.body))
      const isRenewal = pathname.endsWith('/refresh-token')
      return late(() => (isRenewal ? renew(refreshToken) : logout(refreshToken)))
    },
    /** The browser of somebody who signs in at once. */
    async browse(address: string) {
      const { searchParams } = new URL(address)
      nonce = searchParams.get('nonce') ?? ''
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({
        state: searchParams.get('state') ?? '',
        code: 'c',
      }).toString()
      await (await fetch(back)).text()
    },
  }
}
