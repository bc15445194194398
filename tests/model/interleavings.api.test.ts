import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { PostDetail, PostList } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { Rankers } from '#shared/contract/users.ts'
import { VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { createPlay, type Play } from './play.ts'
import { courses } from './steps.ts'

const STEPS = 300

/** Compares the public replies with the model. */
async function compare({ server, model }: Play): Promise<void> {
  const now = server.clock.now()
  const summary = await server.api.get(VoteSummary, '/vote/summary')
  const { waiting, live } = model.tallies(now)
  expect(summary.target1.votes).toEqual(waiting)
  expect(summary.target2.votes).toEqual(live)

  const list = await server.api.get(VoteList, '/votes')
  expect(list.pagination.totalPosts).toBe(model.votes.length)
  expect(list.posts.map(({ id }) => id)).toEqual(
    model.votes
      .map(({ id }) => id)
      .sort((a, b) => b - a)
      .slice(0, 10),
  )
  for (const board of ['frees', 'suggestions'] as const) {
    const { pagination } = await server.api.get(PostList, `/posts/${board}`)
    const own = model.posts.filter((post) => post.board === board)
    expect(pagination.totalPosts).toBe(own.length)
  }
  const rankers = await server.api.get(Rankers, '/users/rankers?limit=100')
  expect(rankers.map(({ id, points }) => [id, points])).toEqual(
    model.ranking().map(({ userId, points }) => [userId, points]),
  )
}

/** Compares every vote and post, as its author sees it, with the model. */
async function compareAll({ model, person }: Play): Promise<void> {
  for (const vote of model.votes) {
    const author = await person(vote.userId)
    const detail = await author.api.get(VoteDetail, `/votes/${vote.id}`)
    expect(detail).toMatchObject({
      voteChoice: vote.choice,
      content: vote.content,
      points: vote.points,
      created: new Date(vote.created).toISOString(),
      targetTime: new Date(vote.refDate + 7 * 86_400_000).toISOString(),
      ...model.reactionsTo(vote, vote.userId),
    })
    expect(detail.offer).toEqual({ ...vote.offer, version: vote.offerVersion })
    expect(detail.carried).toBe(vote.carried)
  }
  for (const post of model.posts) {
    const author = await person(post.userId)
    const detail = await author.api.get(PostDetail, `/posts/${post.board}/${post.id}`)
    const { content } = post
    expect(detail).toMatchObject({ content, ...model.reactionsTo(post, post.userId) })
  }
}

describe('random sequences of user actions', () => {
  test(`agree with the model after ${STEPS} steps`, async () => {
    const course = fc.asyncProperty(courses(STEPS), async (steps) => {
      const server = await startTestServer()
      try {
        const play = await createPlay(server)
        for (const step of steps) {
          await play.perform(step)
          await compare(play)
        }
        await compareAll(play)
        expect(await verifyCounters(server.infrastructure.database)).toEqual([])
      } finally {
        await server.stop()
      }
    })
    await fc.assert(course, { numRuns: 1, endOnFailure: true })
  }, 240_000)
})
