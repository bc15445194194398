import type { Browser, Page } from 'playwright'
import type { TokenPair } from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'
import type { ActBody } from '#shared/contract/moderation.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { signInQuickly, storageOf } from '#tests/browser/support/session.ts'
import { openPage } from '#tests/browser/support/site.ts'
import { type ApiClient, apiClient, claimsOf } from '#tests/support/api-client.ts'

/** Name of a user that ADMIN_EMAILS makes an admin. */
export const ADMIN = 'boss@example.com'
/** Name of the user who reads what moderators act on. */
export const READER = 'Reader'

export interface Member {
  id: number
  tokens: TokenPair
  api: ApiClient
}

/** Signs `name` in at the instance `url`. */
export async function signInMember(url: string, name: string): Promise<Member> {
  const tokens = await signInQuickly(url, name)
  return { id: claimsOf(tokens.token).id, tokens, api: apiClient(url, tokens.token) }
}

export async function castVote({ api }: Member, vote: string, content = ''): Promise<number> {
  const { target2 } = await api.get(VoteSummary, '/vote/summary')
  const body = { targetDate: target2.targetDate, vote, content }
  return (await api.call(CreateVoteReply, 'POST', '/votes', body)).id
}

export async function writePost({ api }: Member, content: string): Promise<number> {
  return (await api.call(CreatePostReply, 'POST', '/posts/frees', { content })).id
}

export const like = ({ api }: Member, path: string) =>
  api.call(ReactionReply, 'POST', `${path}/reaction`, { reaction: 'like' })

export const moderate = ({ api }: Member, act: Omit<ActBody, 'reason'>) =>
  api.call(Done, 'POST', '/moderation/acts', { ...act, reason: 'spam' })

/** Opens `path` of the instance `url` in a context of its own; a guest without `tokens`. */
export async function visit(
  browser: Browser,
  url: string,
  path: string,
  tokens?: TokenPair,
): Promise<Page> {
  const storageState = tokens && storageOf(url, tokens)
  const { page } = await openPage(browser, url, { path, ...(storageState && { storageState }) })
  return page
}
