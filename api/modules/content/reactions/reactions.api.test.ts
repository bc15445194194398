import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { CreatePostReply, PostDetail, PostList } from '#shared/contract/posts.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { crowd, newcomer } from '#tests/support/crowd.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

/**
 * Several times the server's connections; PGlite runs one statement at a time. A write that waits ten seconds for
 * a connection is refused, which more users would reach on a busy machine. A multiple of four.
 */
const CROWD = testServerUrl === null ? 20 : 40

/** Every rule applies to votes and posts. */
const KINDS = ['vote', 'post'] as const
type Kind = (typeof KINDS)[number]

describe('reactions', () => {
  let server: TestServer
  let targetDate = ''
  /** Users who voted, so that they may read other votes. */
  let people: Person[]
  let author: Person

  beforeAll(async () => {
    server = await startTestServer()
    targetDate = (await server.api.get(VoteSummary, '/vote/summary')).target2.targetDate
    people = await crowd(server, CROWD)
    await Promise.all(people.map((person) => cast(person)))
    author = await newcomer(server, 'Author')
  })
  afterAll(() => server.stop())

  const cast = (person: Person) =>
    person.api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote: 'up' })

  /** Creates a vote or post and returns its path. */
  const write = async (kind: Kind): Promise<string> => {
    author = await newcomer(server, 'Author')
    const { id: voteId } = await cast(author)
    if (kind === 'vote') return `/votes/${voteId}`
    const body = { content: '<p>a post</p>' }
    const { id } = await author.api.call(CreatePostReply, 'POST', '/posts/frees', body)
    return `/posts/frees/${id}`
  }
  const react = (person: Person, path: string, reaction: string) =>
    person.api.call(ReactionReply, 'POST', `${path}/reaction`, { reaction })
  const seenBy = async (person: Person, path: string) => {
    const detail = path.startsWith('/votes')
      ? await person.api.get(VoteDetail, path)
      : await person.api.get(PostDetail, path)
    const { likes, dislikes, userReaction } = detail
    return { likes, dislikes, userReaction }
  }
  const listed = async (kind: Kind) => {
    const list =
      kind === 'vote'
        ? await server.api.get(VoteList, '/votes')
        : await server.api.get(PostList, '/posts/frees')
    return list.posts[0]?.likes
  }
  const [someone, another] = [() => people.at(0) ?? author, () => people.at(1) ?? author]

  for (const kind of KINDS) {
    describe(`to a ${kind}`, () => {
      test('are set, switched, and removed when sent again', async () => {
        const path = await write(kind)
        const none = { likes: 0, dislikes: 0, userReaction: null }
        const liked = { likes: 1, dislikes: 0, userReaction: 'like' } as const
        const disliked = { likes: 0, dislikes: 1, userReaction: 'dislike' } as const
        const steps = [
          ['like', liked],
          ['dislike', disliked],
          ['dislike', none],
          ['dislike', disliked],
          ['like', liked],
          ['like', none],
        ] as const
        expect(await seenBy(someone(), path)).toEqual(none)
        for (const [reaction, state] of steps) {
          expect(await react(someone(), path, reaction)).toEqual({ success: true, ...state })
          expect(await seenBy(someone(), path)).toEqual(state)
          expect(await listed(kind)).toBe(state.likes)
        }
      })

      test('show the counts to all and each user their own', async () => {
        const path = await write(kind)
        await react(someone(), path, 'like')
        await react(people.at(3) ?? author, path, 'like')
        expect(await react(another(), path, 'dislike')).toEqual({
          success: true,
          likes: 2,
          dislikes: 1,
          userReaction: 'dislike',
        })
        const counts = { likes: 2, dislikes: 1 }
        expect(await seenBy(someone(), path)).toEqual({ ...counts, userReaction: 'like' })
        expect(await seenBy(another(), path)).toEqual({ ...counts, userReaction: 'dislike' })
        expect(await seenBy(people.at(2) ?? author, path)).toEqual({
          ...counts,
          userReaction: null,
        })
      })

      test('are refused to the author, which changes nothing', async () => {
        const path = await write(kind)
        for (const reaction of ['like', 'dislike']) {
          const refusal = await author.api.refusal('POST', `${path}/reaction`, { reaction })
          expect(refusal).toBe('403 OWN_POST')
        }
        const none = { likes: 0, dislikes: 0, userReaction: null }
        expect(await seenBy(author, path)).toEqual(none)
      })

      test(`count ${CROWD} concurrent users`, async () => {
        const path = await write(kind)
        await Promise.all(
          people.map((person, index) => react(person, path, index % 4 === 0 ? 'dislike' : 'like')),
        )
        expect(await seenBy(someone(), path)).toEqual({
          likes: (CROWD * 3) / 4,
          dislikes: CROWD / 4,
          userReaction: 'dislike',
        })
        await Promise.all(people.map((person) => react(person, path, 'like')))
        const after = await seenBy(someone(), path)
        expect(after).toEqual({ likes: CROWD / 4, dislikes: 0, userReaction: 'like' })
        expect(await verifyCounters(server.infrastructure.database)).toEqual([])
      })

      test('toggle as often as sent, also concurrently', async () => {
        const path = await write(kind)
        for (const [count, likes] of [
          [2, 0],
          [21, 1],
          [3, 0],
          [20, 0],
        ] as const) {
          await Promise.all(Array.from({ length: count }, () => react(someone(), path, 'like')))
          expect([count, (await seenBy(someone(), path)).likes]).toEqual([count, likes])
        }
      })

      test('leave at most one per user when sent concurrently', async () => {
        const path = await write(kind)
        for (const reactions of [
          ['like', 'like'],
          ['like', 'dislike', 'like'],
          Array.from({ length: 30 }, (_, index) => (index % 3 ? 'like' : 'dislike')),
        ]) {
          await Promise.all(reactions.map((reaction) => react(someone(), path, reaction)))
          const { likes, dislikes, userReaction } = await seenBy(someone(), path)
          expect({ likes, dislikes }).toEqual({
            likes: userReaction === 'like' ? 1 : 0,
            dislikes: userReaction === 'dislike' ? 1 : 0,
          })
        }
        expect(await verifyCounters(server.infrastructure.database)).toEqual([])
      })
    })
  }
})
