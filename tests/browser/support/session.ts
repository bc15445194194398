import type { BrowserContextOptions } from 'playwright'
import { type ApiClient, createApiClient } from '#desktop/shared/api-client.ts'
import type { TokenPair } from '#shared/contract/auth.ts'
import type { Direction } from '#shared/contract/common.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { signIn, webClient } from '#tests/support/sign-in.ts'

/** Somebody else on the site, who acts through the API. */
export interface ApiUser {
  /** The typed API as this person; the token holds for ten minutes. */
  api: ApiClient
  /** Votes in the live round; with `content`, a note as HTML. Answers nothing: a list knows its id. */
  vote(direction: Direction, content?: string): Promise<void>
  /** Writes a post and answers its id; `priority` is for notices, by an admin. */
  post(board: BoardType, content: string, priority?: number): Promise<number>
}

/** Signs in at the real provider by plain HTTP, which takes a tenth of clicking through it. */
export async function signInQuickly(url: string, name: string): Promise<TokenPair> {
  const { issuer } = await apiClient(url).authConfig()
  const { idToken } = await signIn(issuer, webClient(url), name)
  return apiClient(url).signIn(idToken)
}

/** What a browser keeps of a session; handed to a new context, its pages are signed in. */
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

/** Signs `name` in to act beside the browser. */
export async function signInApiUser(url: string, name: string): Promise<ApiUser> {
  const { token } = await signInQuickly(url, name)
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
