import type { BrowserContextOptions, Page } from 'playwright'
import { type ApiClient, createApiClient } from '#desktop/shared/api-client.ts'
import type { TokenPair } from '#shared/contract/auth.ts'
import type { Direction } from '#shared/contract/common.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'

/** A person who acts through the API, not the browser. */
export interface ApiUser {
  /** The typed API with this person's token, valid for ten minutes. */
  api: ApiClient
  /** Votes in the live round; `content` is a note as HTML. */
  vote(direction: Direction, content?: string): Promise<void>
  /** Creates a post and returns its id; `priority` is for an admin's notices. */
  post(board: BoardType, content: string, priority?: number): Promise<number>
}

/** Signs in at the real provider over HTTP, ten times faster than through its form. */
export async function signInQuickly(url: string, name: string): Promise<TokenPair> {
  const { issuer } = await apiClient(url).authConfig()
  const { idToken } = await signIn(issuer, serverClient(url), name)
  return apiClient(url).signIn(idToken)
}

/** The storage state of a browser context that is signed in. */
export function storageOf(
  url: string,
  { token, refreshToken }: TokenPair,
): NonNullable<Exclude<BrowserContextOptions['storageState'], string>> {
  const localStorage = [
    { name: 'accessToken', value: token },
    { name: 'refreshToken', value: refreshToken },
  ]
  return { cookies: [], origins: [{ origin: url, localStorage }] }
}

/**
 * Expires the stored access token; `refreshToken` replaces the other one, null removes it. First waits for
 * the bell, the last part of a page that asks for something when the browser is idle.
 */
export async function expireTokens(page: Page, refreshToken?: string | null): Promise<void> {
  await page.getByRole('banner').locator('a[href="/notifications"]').waitFor()
  await page.evaluate((refresh) => {
    const [head = '', payload = '', mark = ''] = (localStorage.accessToken ?? '').split('.')
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    localStorage.accessToken = [head, btoa(JSON.stringify({ ...claims, exp: 1 })), mark].join('.')
    if (refresh === null) localStorage.removeItem('refreshToken')
    else if (refresh !== undefined) localStorage.refreshToken = refresh
  }, refreshToken)
}

/** A person with these tokens, who acts through the API. */
export function apiUserOf(url: string, { token }: TokenPair): ApiUser {
  const api = createApiClient({ origin: url, accessToken: () => token })
  return {
    api,
    async vote(direction, content) {
      const summary = await api.vote.summary.get()
      const targetDate = summary.data?.target2.targetDate ?? ''
      const note = content === undefined ? {} : { content }
      const { error } = await api.votes.post({ targetDate, vote: direction, ...note })
      if (error) throw new Error(`the vote was refused: ${error.status}`)
    },
    async post(boardType, content, priority) {
      const body = { content, ...(priority !== undefined && { priority }) }
      const { data, error } = await api.posts({ boardType }).post(body)
      if (error) throw new Error(`the post was refused: ${error.status}`)
      return data.id
    },
  }
}
