import type { VoteItem } from '#shared/contract/votes.ts'
import { roundPath } from '#shared/rules/paths.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import type { ApiUser } from './session.ts'
import type { Site } from './site.ts'

/** This name is an admin if the site is started with it in ADMIN_EMAILS. */
export const ADMIN = 'boss@example.com'

/** Ids and names of the content beside the demo. */
export interface SiteContent {
  /** Author of `ownVote` and `post`, who has voted. */
  voter: string
  ownVote: number
  /** Another person's vote in the live round, with a note. */
  otherVote: number
  /** A vote of a settled round. */
  settledVote: number
  /** Path of a settled round with a crowd. */
  settledRound: string
  /** Unique code of a person with settled calls. */
  rankedCode: string
  post: number
  suggestion: number
  notice: number
  /** A reported post that nobody has decided about. */
  openCase: number
  /** A post of the voter on the suggestions board, hidden by a moderator and appealed against. */
  hiddenPost: number
}

const NOTE =
  '<h2>Why</h2><p><strong>Support</strong> at <em>yesterday’s</em> low, see ' +
  '<a href="https://example.com/chart">the chart</a>.</p><ul><li>volume</li><li>funding</li></ul>' +
  '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>'

/** One reply of each person: the next one of the same person would have to wait. */
async function addReplies(site: Site, voteId: number, suggestion: number): Promise<void> {
  const [mina, jun] = [await site.apiUser('Wilhelmina'), await site.apiUser('Jun')]
  const note = mina.api.votes({ id: voteId }).replies
  const { data } = await note.post({ content: 'Volume was thin.\n\nI would wait for the close.' })
  const quote = data?.reply.id
  const content = 'Thin volume is the point: nobody sells here.'
  await jun.api.votes({ id: voteId }).replies.post({ content, ...(quote && { quote }) })
  const admin = await site.apiUser(ADMIN)
  const post = admin.api.posts({ boardType: 'suggestions' })({ id: suggestion })
  await post.replies.post({ content: 'Noted, thank you.' })
}

/** Creates votes and posts so that every screen has content. */
export async function addContent(site: Site): Promise<SiteContent> {
  const voter = 'Wilhelmina'
  const mina = await site.apiUser(voter)
  const jun = await site.apiUser('Jun')
  const admin = await site.apiUser(ADMIN)
  await mina.vote('up', NOTE)
  await jun.vote('down', NOTE)
  const post = await mina.post('frees', NOTE)
  const suggestion = await jun.post('suggestions', NOTE)
  const notice = await admin.post('notices', NOTE, 1)
  const { data } = await jun.api.votes.get({ query: { page: 1 } })
  const [otherVote, ownVote] = data?.posts ?? []
  if (!otherVote || !ownVote) throw new Error('the votes are not in the list')
  // Otherwise the screen asks first.
  await mina.api.votes({ id: otherVote.id }).get()
  await addReplies(site, otherVote.id, suggestion)
  const settled = await firstSettled(jun.api)
  return {
    voter,
    ownVote: ownVote.id,
    otherVote: otherVote.id,
    settledVote: settled.id,
    settledRound: roundPath(Date.parse(settled.targetTime) - WEEK_MS),
    rankedCode: settled.uniqueCode,
    post,
    suggestion,
    notice,
    ...(await addModeration({ author: mina, reporter: jun, admin })),
  }
}

interface Moderated {
  author: ApiUser
  reporter: ApiUser
  admin: ApiUser
}

/** An open case, and a hidden post with an appeal. */
async function addModeration({ author, reporter, admin }: Moderated) {
  const reported = await author.post('frees', '<p>Join my signal group</p>')
  const hiddenPost = await author.post('suggestions', '<p>You are all wrong</p>')
  const report = { target: 'post', reason: 'scam', text: 'Sells signals.' } as const
  await reporter.api.reports.post({ ...report, targetId: reported })
  const hide = { act: 'hide', target: 'post', reason: 'harassment', message: 'Be kind.' } as const
  await admin.api.moderation.acts.post({ ...hide, targetId: hiddenPost })
  const { data: acts } = await author.api.profile.moderation.get()
  const act = acts?.find(({ targetId }) => targetId === hiddenPost)
  await author.api.profile.moderation({ id: act?.id ?? 0 }).appeal.post({ text: 'It was a joke.' })
  const { data: list } = await admin.api.moderation.cases.get({ query: {} })
  const openCase = list?.cases.find(({ targetId }) => targetId === reported)
  if (!act || !openCase) throw new Error('the moderated content is not there')
  return { openCase: openCase.id, hiddenPost }
}

/** The newest settled vote. */
async function firstSettled(api: Awaited<ReturnType<Site['apiUser']>>['api']): Promise<VoteItem> {
  for (let page = 1; page < 40; page++) {
    const { data } = await api.votes.get({ query: { page } })
    const found = data?.posts.find(({ result }) => result === 'HIT' || result === 'MISS')
    if (found) return found
  }
  throw new Error('no vote of the demo has been settled')
}
