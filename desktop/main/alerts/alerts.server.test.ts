import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/schedule.ts'
import {
  CLOSE,
  NEXT_TARGET,
  ownVote,
  SATURDAY,
  summary,
  TARGET,
  target,
  waiting,
} from './alert-samples.fixture.ts'
import { alertRig } from './alerts.fixture.ts'

let rig: ReturnType<typeof alertRig>
let stop = () => {}

beforeEach(() => {
  rig = alertRig()
})
afterEach(async () => {
  stop()
  await rig.answered()
  await rig.end()
})

const start = () => {
  stop = rig.start()
}
const restart = () => {
  stop()
  start()
}
const settled = () => rig.say({ type: 'round', event: 'settled', targetDate: TARGET })
const heartbeat = () => rig.say({ type: 'heartbeat' })

describe('votes that are settled', () => {
  test('are told once, with a way to the vote', async () => {
    rig.api.votes = [waiting(12), ownVote(11)]
    rig.signIn(7)
    start()
    await rig.answered()
    rig.api.votes = [ownVote(12), ownVote(11)]
    settled()
    await rig.answered()
    expect(rig.notices).toMatchObject([{ kind: 'settled', path: '/vote/view/12' }])
    settled()
    await rig.answered()
    restart()
    await rig.answered()
    expect(rig.notices).toHaveLength(1)
    expect(rig.api.asked.votes).toBe(4)
  })

  test('while the app was off are told together, after the session is back', async () => {
    rig.api.votes = [waiting(12), waiting(11)]
    rig.signIn(7)
    start()
    await rig.answered()
    stop()
    rig.signOut()
    rig.api.votes = [ownVote(12), ownVote(11)]
    start()
    rig.hello()
    await rig.answered()
    expect(rig.notices).toEqual([])
    rig.signIn(7)
    await rig.answered()
    expect(rig.notices.map(({ title }) => title)).toEqual(['2 of your votes were settled'])
  })

  test('are asked for again a minute after the server did not answer', async () => {
    rig.api.votes = [waiting(12)]
    rig.signIn(7)
    start()
    await rig.answered()
    rig.api.votes = [ownVote(12)]
    rig.api.isDown = true
    settled()
    await rig.answered()
    rig.api.isDown = false
    rig.later(59_999)
    heartbeat()
    await rig.answered()
    expect(rig.api.asked.votes).toBe(2)
    rig.later(1)
    heartbeat()
    await rig.answered()
    expect(rig.kinds()).toEqual(['settled'])
  })

  test('of somebody who signed out meanwhile are not told', async () => {
    rig.api.votes = [waiting(12)]
    rig.signIn(7)
    start()
    await rig.answered()
    rig.api.votes = [ownVote(12)]
    settled()
    rig.signOut()
    await rig.answered()
    expect(rig.notices).toEqual([])
  })

  test('are looked for after their target where no stream gets through', async () => {
    rig.api.votes = [waiting(12)]
    rig.signIn(7)
    start()
    await rig.answered()
    const poll = async (instant: number, after: number) => {
      rig.at(instant)
      rig.later(after)
      rig.view.setState({ ...rig.view.getState(), link: 'polling', receivedAt: instant }, true)
      await rig.answered()
      return rig.api.asked.votes
    }
    const due = Date.parse(TARGET)
    expect(await poll(due - 1, 3 * HOUR_MS)).toBe(1)
    expect(await poll(due, 0)).toBe(2)
    rig.api.votes = [ownVote(12)]
    expect(await poll(due + 299_999, 299_999)).toBe(2)
    expect(await poll(due + 300_000, 1)).toBe(3)
    expect(rig.kinds()).toEqual(['settled'])
    expect(await poll(due + HOUR_MS, HOUR_MS)).toBe(3)
  })

  test('are looked for when the stream is back', async () => {
    rig.api.votes = [waiting(12)]
    rig.signIn(7)
    start()
    rig.hello()
    await rig.answered()
    rig.api.votes = [ownVote(12)]
    rig.hello()
    await rig.answered()
    expect(rig.api.asked.votes).toBe(2)
    expect(rig.kinds()).toEqual(['settled'])
  })

  test('are not told any more when the answer comes after the end', async () => {
    rig.api.votes = [waiting(12)]
    rig.signIn(7)
    start()
    await rig.answered()
    rig.api.votes = [ownVote(12)]
    settled()
    stop()
    await rig.answered()
    expect(rig.notices).toEqual([])
  })

  test('are looked for when a period ends', async () => {
    rig.signIn(7)
    start()
    rig.hello()
    await rig.answered()
    rig.say({ type: 'summary', summary: summary(target(TARGET, '100001.00')) })
    await rig.answered()
    expect(rig.api.asked.votes).toBe(1)
    const next = { ...summary(target(NEXT_TARGET), CLOSE), target1: target(TARGET) }
    rig.view.setState({ ...rig.view.getState(), summary: next }, true)
    await rig.answered()
    expect(rig.api.asked.votes).toBe(2)
  })

  test('nobody is asked about for a guest', async () => {
    start()
    rig.hello()
    settled()
    rig.at(CLOSE - HOUR_MS / 2)
    heartbeat()
    await rig.answered()
    expect(rig.api.asked).toEqual({ votes: 0, profile: 0 })
  })
})

describe('a round that closes within the hour', () => {
  test('is told once to who has no vote in it, also after the computer slept into that hour', async () => {
    rig.signIn(7)
    start()
    rig.hello()
    rig.at(CLOSE - 20 * 60_000)
    rig.hello()
    await rig.answered()
    rig.hello()
    restart()
    rig.hello()
    await rig.answered()
    expect(rig.notices).toMatchObject([{ title: 'Voting closes in 20 min', path: '/vote/write' }])
  })

  test('is not told to who voted elsewhere, and the server is asked once', async () => {
    rig.signIn(7)
    rig.api.lastVoteTime = SATURDAY
    start()
    rig.at(CLOSE - HOUR_MS)
    rig.hello()
    await rig.answered()
    heartbeat()
    await rig.answered()
    expect(rig.api.asked.profile).toBe(1)
    expect(rig.notices).toEqual([])
  })

  test('is not told to who voted here: nobody is asked', async () => {
    rig.signIn(7, SATURDAY)
    start()
    rig.at(CLOSE - HOUR_MS)
    rig.hello()
    await rig.answered()
    expect(rig.api.asked.profile).toBe(0)
  })

  test('is not told to somebody else who signed in meanwhile, nor after the end', async () => {
    rig.signIn(7)
    start()
    rig.at(CLOSE - HOUR_MS)
    rig.hello()
    rig.signIn(8, SATURDAY)
    await rig.answered()
    expect(rig.notices).toEqual([])
    rig.signIn(7)
    heartbeat()
    stop()
    await rig.answered()
    expect(rig.notices).toEqual([])
  })

  test('is told later when the server did not answer', async () => {
    rig.signIn(7)
    rig.api.isDown = true
    start()
    rig.at(CLOSE - HOUR_MS / 2)
    rig.hello()
    await rig.answered()
    rig.api.isDown = false
    rig.later(60_000)
    heartbeat()
    await rig.answered()
    expect(rig.kinds()).toEqual(['closing'])
  })
})

test('what something else answered for the server is no answer, and asked about again in a minute', async () => {
  rig.api.isHidden = true
  rig.signIn(7)
  start()
  rig.at(CLOSE - HOUR_MS / 2)
  for (let times = 0; times < 5; times++) {
    rig.hello()
    await rig.answered()
  }
  expect(rig.api.asked).toEqual({ votes: 1, profile: 1 })
  rig.api.isHidden = false
  rig.later(60_000)
  heartbeat()
  await rig.answered()
  expect(rig.kinds()).toEqual(['closing'])
})
