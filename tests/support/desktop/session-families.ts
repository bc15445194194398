import { accessTokenOf, deferred } from './session-fixture.ts'

/** A session family at the server with its current refresh token. */
interface Family {
  live: string
  isRevoked: boolean
}

const refusal = () =>
  Response.json({ success: false, code: 'REFRESH_INVALID', message: '' }, { status: 401 })

/**
 * A model of the API's sessions with a provider that accepts everyone. Replies to renewals and logouts
 * wait until the test delivers or drops them; the server has already acted.
 */
export function sessionFamilies() {
  const families: Family[] = []
  const familyOf = new Map<string, Family>()
  const waiting: ((isLost: boolean) => void)[] = []
  let count = 0
  /** When set, requests fail before they arrive. */
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

  /** Within the grace period a spent token returns the live one, like the API. */
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
      if (pathname.endsWith('/exchange')) return signIn()
      const { refreshToken } = JSON.parse(String(init?.body))
      const isRenewal = pathname.endsWith('/refresh-token')
      return late(() => (isRenewal ? renew(refreshToken) : logout(refreshToken)))
    },
    /** A browser whose user signs in immediately. */
    async browse(address: string) {
      const { searchParams } = new URL(address)
      const back = new URL(`http://127.0.0.1:${searchParams.get('port')}/callback`)
      back.search = new URLSearchParams({
        state: searchParams.get('state') ?? '',
        code: 'c',
      }).toString()
      await (await fetch(back)).text()
    },
  }
}
