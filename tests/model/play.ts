import { expect } from 'bun:test'
import { ErrorReply } from '#shared/contract/errors.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { type Reaction, ReactionReply } from '#shared/contract/reactions.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { CreateVoteReply, EditVoteReply } from '#shared/contract/votes.ts'
import { outcome as outcomeOf, type VoteChoice } from '#shared/rules/band.ts'
import { changeDirection } from '#shared/rules/offer-value.ts'
import { liveRound, waitingRound } from '#shared/rules/schedule.ts'
import { conform, type RawReply } from '#tests/support/api-client.ts'
import { crowd, signedInAs } from '#tests/support/crowd.ts'
import type { Person, TestServer } from '#tests/support/test-server.ts'
import { createSiteModel, type ModelPost, type ModelVote, type SiteModel } from './site-model.ts'
import { PEOPLE, type Step } from './steps.ts'

/** A server and its model, which run the same steps. */
export interface Play {
  server: TestServer
  model: SiteModel
  /** A user by id with a valid token. */
  person(id: number): Promise<Person>
  /** Runs a step on both; throws when they differ. */
  perform(step: Step): Promise<void>
}

/** `200` or the error code. */
const verdictOf = ({ status, body }: RawReply) =>
  status === 200 ? '200' : conform(ErrorReply, body).code

function agree(step: Step, reply: string, model: string | null): void {
  if (reply !== (model ?? '200')) {
    throw new Error(`${Bun.inspect(step)}: ${reply}, but the model says ${model ?? 'yes'}`)
  }
}

/** Signs all users in. */
export async function createPlay(server: TestServer): Promise<Play> {
  const { clock } = server
  const model = createSiteModel()
  const members = await crowd(server, PEOPLE)
  const ids = members.map(({ id }) => id)
  const tokens = new Map(members.map((member) => [member.id, { member, since: clock.now() }]))
  const idAt = (place: number) => ids[place] ?? 0
  const anyOf = <Thing>(things: Thing[], which: number) => things[which % things.length]

  const person = async (id: number): Promise<Person> => {
    const known = tokens.get(id)
    if (known && clock.now() - known.since < 9 * 60_000) return known.member
    const member = await signedInAs(server, id)
    tokens.set(id, { member, since: clock.now() })
    return member
  }

  const send = async (userId: number, method: string, path: string, body: object) =>
    (await person(userId)).api.raw(method, path, { body })

  /** Sends a vote `times` concurrently. @returns the replies and the stored vote */
  const cast = async (userId: number, choice: VoteChoice, content: string, times: number) => {
    const now = clock.now()
    const { refDate, targetDate } = liveRound(now)
    const body = { targetDate: new Date(targetDate).toISOString(), vote: choice, content }
    const author = await person(userId)
    const replies = await Promise.all(
      Array.from({ length: times }, () => author.api.raw('POST', '/votes', { body })),
    )
    const good = replies.filter(({ status }) => status === 200)
    const verdicts = replies.filter(({ status }) => status !== 200).map(verdictOf)
    for (const reply of good) {
      const { id, offer, offerVersion } = conform(CreateVoteReply, reply.body)
      const priced = { choice, offer, offerVersion, carried: 0, points: null }
      const made = { id, userId, created: now, content, refDate, ...priced }
      model.votes.push({ ...made, reactions: new Map() })
    }
    return [...good.map(() => '200'), ...verdicts]
  }

  const editVote = async (vote: ModelVote, choice: VoteChoice, content: string) => {
    const reply = await send(vote.userId, 'PUT', `/votes/${vote.id}`, { vote: choice, content })
    if (reply.status === 200) {
      vote.content = content
      if (choice !== vote.choice) {
        const { targetDate } = liveRound(clock.now())
        const path = `/rounds/${new Date(targetDate).toISOString()}`
        const { offers, chances } = await server.api.get(RoundDetail, path)
        if (!offers || !chances) throw new Error(`${path} is not priced`)
        Object.assign(vote, changeDirection(vote, choice, { offers, chancesOf: () => chances }))
      }
      const { offer, offerVersion, carried } = vote
      expect(conform(EditVoteReply, reply.body)).toMatchObject({ offer, offerVersion, carried })
    }
    return verdictOf(reply)
  }

  const react = async (
    thing: ModelVote | ModelPost,
    path: string,
    { who, reaction }: Extract<Step, { reaction: Reaction }>,
  ) => {
    const userId = idAt(who)
    const reply = await send(userId, 'POST', `${path}/${thing.id}/reaction`, { reaction })
    if (reply.status === 200) {
      model.react(thing, userId, reaction)
      const expected = { success: true as const, ...model.reactionsTo(thing, userId) }
      expect(conform(ReactionReply, reply.body)).toEqual(expected)
    }
    return verdictOf(reply)
  }

  /** Advances the clock and settles due rounds by the server's evidence. */
  const wait = async (minutes: number) => {
    await server.jump(clock.now() + minutes * 60_000)
    for (const round of model.due(clock.now())) {
      const path = `/rounds/${new Date(round.targetDate).toISOString()}`
      const { outcome, reference, settlement } = await server.api.get(RoundDetail, path)
      if (!reference || !settlement) throw new Error(`${path} is not settled`)
      const expected = outcomeOf(settlement.price, reference.price)
      if (outcome !== expected) throw new Error(`${path} came out ${outcome}, not ${expected}`)
      model.settle(round, expected)
    }
  }

  const perform = async (step: Step): Promise<void> => {
    const now = clock.now()
    switch (step.does) {
      case 'cast': {
        const userId = idAt(step.who)
        const verdict = model.mayCast(userId, now)
        const [first, ...others] = await cast(userId, step.choice, step.note, step.times)
        agree(step, first ?? '', verdict)
        for (const other of others) agree(step, other, 'ALREADY_VOTED')
        return
      }
      case 'cast together': {
        const expected = ids.map((id) => model.mayCast(id, now))
        const replies = await Promise.all(
          ids.map((id, place) => cast(id, step.choices[place] ?? 'unknown', '', 1)),
        )
        for (const [place, [reply]] of replies.entries()) {
          agree(step, reply ?? '', expected[place] ?? null)
        }
        return
      }
      case 'cast in the closed round': {
        const targetDate = new Date(waitingRound(now).targetDate).toISOString()
        const reply = await send(idAt(step.who), 'POST', '/votes', { targetDate, vote: 'up' })
        return agree(step, verdictOf(reply), 'ROUND_CHANGED')
      }
      case 'edit a vote': {
        const vote = model.lastVoteOf(idAt(step.who))
        if (!vote) return
        const verdict = model.mayEditVote(vote, step.choice, now)
        return agree(step, await editVote(vote, step.choice, step.note), verdict)
      }
      case 'read a vote': {
        const vote = anyOf(model.votes, step.which)
        if (!vote) return
        const userId = idAt(step.who)
        const reader = await person(userId)
        const reply = await reader.api.raw('GET', `/votes/${vote.id}`)
        agree(step, verdictOf(reply), model.mayReadVote(userId, vote, now))
        if (reply.status === 200) model.read(userId, vote, now)
        return
      }
      case 'react to a vote': {
        const vote = anyOf(model.votes, step.which)
        if (!vote) return
        const verdict =
          model.mayReadVote(idAt(step.who), vote, now) ?? model.mayReact(idAt(step.who), vote)
        return agree(step, await react(vote, '/votes', step), verdict)
      }
      case 'react to a post': {
        const post = anyOf(model.posts, step.which)
        if (!post) return
        return agree(
          step,
          await react(post, `/posts/${post.board}`, step),
          model.mayReact(idAt(step.who), post),
        )
      }
      case 'post': {
        const userId = idAt(step.who)
        const { board, note: content } = step
        const reply = await send(userId, 'POST', `/posts/${board}`, { content })
        const { id } = conform(CreatePostReply, reply.body)
        const resent = model.resentPost(userId, board, content, now)
        if (resent) return expect(id).toBe(resent.id)
        model.posts.push({ id, userId, created: now, content, board, reactions: new Map() })
        return
      }
      case 'edit a post': {
        const post = anyOf(model.posts, step.which)
        if (!post) return
        const verdict = model.mayEditPost(post, now)
        const { note: content } = step
        const reply = await send(post.userId, 'PUT', `/posts/${post.board}/${post.id}`, { content })
        if (reply.status === 200) post.content = content
        return agree(step, verdictOf(reply), verdict)
      }
      case 'wait':
        return wait(step.minutes)
    }
  }

  return { server, model, person, perform }
}
