import type { Site } from './site.ts'

/** An e-mail address as a name makes its owner an admin where the site is started with it. */
export const ADMIN = 'boss@example.com'

/** What the screens with an id are shown of, beside the demo. */
export interface FilledSite {
  /** Who has written the votes and posts of their own, and has voted. */
  voter: string
  ownVote: number
  /** Somebody else's in the live round, with a note. */
  otherVote: number
  /** One of a round that has been settled. */
  settledVote: number
  post: number
  suggestion: number
  notice: number
}

const NOTE =
  '<h2>Why</h2><p><strong>Support</strong> at <em>yesterday’s</em> low, see ' +
  '<a href="https://example.com/chart">the chart</a>.</p><ul><li>volume</li><li>funding</li></ul>' +
  '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>'

/** Lets people do what leaves something on every screen. */
export async function fillSite(site: Site): Promise<FilledSite> {
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
  const settledVote = await firstSettled(jun.api)
  return {
    voter,
    ownVote: ownVote.id,
    otherVote: otherVote.id,
    settledVote,
    post,
    suggestion,
    notice,
  }
}

/** The newest vote that has a result. */
async function firstSettled(api: Awaited<ReturnType<Site['apiUser']>>['api']): Promise<number> {
  for (let page = 1; page < 40; page++) {
    const { data } = await api.votes.get({ query: { page } })
    const found = data?.posts.find(({ result }) => result === 'HIT' || result === 'MISS')
    if (found) return found.id
  }
  throw new Error('no vote of the demo has been settled')
}
