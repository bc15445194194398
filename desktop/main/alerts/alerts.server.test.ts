import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
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
import { createAlertFixture } from './alerts.fixture.ts'

let fixture: ReturnType<typeof createAlertFixture>

beforeEach(() => {
  fixture = createAlertFixture()
})
afterEach(() => fixture.close())

const settled = () => fixture.publish({ type: 'round', event: 'settled', targetDate: TARGET })
const heartbeat = () => fixture.publish({ type: 'heartbeat' })

describe('settled votes', () => {
  test('trigger one notification that opens the vote', async () => {
    fixture.api.votes = [waiting(12), ownVote(11)]
    fixture.signIn(7)
    fixture.start()
    await fixture.settle()
    fixture.api.votes = [ownVote(12), ownVote(11)]
    settled()
    await fixture.settle()
    expect(fixture.notices).toMatchObject([{ kind: 'settled', path: '/vote/view/12' }])
    settled()
    await fixture.settle()
    fixture.restart()
    await fixture.settle()
    expect(fixture.notices).toHaveLength(1)
    expect(fixture.api.requests.votes).toBe(4)
  })

  test('share one notification after the sign-in when settled while the app was off', async () => {
    fixture.api.votes = [waiting(12), waiting(11)]
    fixture.signIn(7)
    fixture.start()
    await fixture.settle()
    fixture.stop()
    fixture.signOut()
    fixture.api.votes = [ownVote(12), ownVote(11)]
    fixture.start()
    fixture.hello()
    await fixture.settle()
    expect(fixture.notices).toEqual([])
    fixture.signIn(7)
    await fixture.settle()
    expect(fixture.notices.map(({ title }) => title)).toEqual(['2 of your calls were settled'])
  })

  /** A vote is settled, and the request for its result fails. */
  const failToFetch = async () => {
    fixture.api.votes = [waiting(12)]
    fixture.signIn(7)
    fixture.start()
    await fixture.settle()
    fixture.api.votes = [ownVote(12)]
    fixture.api.isDown = true
    settled()
    await fixture.settle()
    fixture.api.isDown = false
  }

  test('are requested again a minute after a failed request', async () => {
    await failToFetch()
    fixture.advance(59_999)
    heartbeat()
    await fixture.settle()
    expect(fixture.api.requests.votes).toBe(2)
    fixture.advance(1)
    heartbeat()
    await fixture.settle()
    expect(fixture.kinds()).toEqual(['settled'])
  })

  test('are requested again when the clock was set back after a failed request', async () => {
    await failToFetch()
    fixture.advance(-HOUR_MS)
    heartbeat()
    await fixture.settle()
    expect(fixture.kinds()).toEqual(['settled'])
  })

  test('are not reported after a sign-out', async () => {
    fixture.api.votes = [waiting(12)]
    fixture.signIn(7)
    fixture.start()
    await fixture.settle()
    fixture.api.votes = [ownVote(12)]
    settled()
    fixture.signOut()
    await fixture.settle()
    expect(fixture.notices).toEqual([])
  })

  test('are polled every five minutes after their target without a stream', async () => {
    fixture.api.votes = [waiting(12)]
    // The claims show a vote in each live round.
    fixture.signIn(7, Date.parse(TARGET))
    fixture.start()
    await fixture.settle()
    const poll = async (instant: number, after: number) => {
      fixture.setTime(instant)
      fixture.advance(after)
      fixture.view.setState(
        { ...fixture.view.getState(), link: 'polling', receivedAt: instant },
        true,
      )
      await fixture.settle()
      return fixture.api.requests.votes
    }
    const due = Date.parse(TARGET)
    expect(await poll(due - 1, 3 * HOUR_MS)).toBe(1)
    expect(await poll(due, 0)).toBe(2)
    fixture.api.votes = [ownVote(12)]
    expect(await poll(due + 299_999, 299_999)).toBe(2)
    expect(await poll(due + 300_000, 1)).toBe(3)
    expect(fixture.kinds()).toEqual(['settled'])
    expect(await poll(due + HOUR_MS, HOUR_MS)).toBe(3)
  })

  test('are requested when the stream reconnects', async () => {
    fixture.api.votes = [waiting(12)]
    fixture.signIn(7)
    fixture.start()
    fixture.hello()
    await fixture.settle()
    fixture.api.votes = [ownVote(12)]
    fixture.hello()
    await fixture.settle()
    expect(fixture.api.requests.votes).toBe(2)
    expect(fixture.kinds()).toEqual(['settled'])
  })

  test('are requested when messages may have been missed', async () => {
    fixture.api.votes = [waiting(12)]
    fixture.signIn(7)
    fixture.start()
    await fixture.settle()
    fixture.api.votes = [ownVote(12)]
    fixture.publish({ type: 'missed' })
    await fixture.settle()
    expect(fixture.kinds()).toEqual(['settled'])
  })

  test('are not reported when the reply arrives after the stop', async () => {
    fixture.api.votes = [waiting(12)]
    fixture.signIn(7)
    fixture.start()
    await fixture.settle()
    fixture.api.votes = [ownVote(12)]
    settled()
    fixture.stop()
    await fixture.settle()
    expect(fixture.notices).toEqual([])
  })

  test('are requested when a new period starts', async () => {
    fixture.signIn(7)
    fixture.start()
    fixture.hello()
    await fixture.settle()
    fixture.publish({ type: 'summary', summary: summary(target(TARGET, '100001.00')) })
    await fixture.settle()
    expect(fixture.api.requests.votes).toBe(1)
    const next = { ...summary(target(NEXT_TARGET), CLOSE), target1: target(TARGET) }
    fixture.view.setState({ ...fixture.view.getState(), summary: next }, true)
    await fixture.settle()
    expect(fixture.api.requests.votes).toBe(2)
  })

  test('are requested every 15 minutes while no vote in the live round is known', async () => {
    fixture.signIn(7)
    fixture.start()
    fixture.hello()
    await fixture.settle()
    const requestsAfter = async (milliseconds: number) => {
      fixture.advance(milliseconds)
      heartbeat()
      await fixture.settle()
      return fixture.api.requests.votes
    }
    fixture.api.votes = [waiting(12)]
    expect(await requestsAfter(15 * 60_000 - 1)).toBe(1)
    expect(await requestsAfter(1)).toBe(2)
    // The request has renewed the session, whose claims now have the vote.
    fixture.setTime(SATURDAY + 2 * HOUR_MS)
    fixture.signIn(7, SATURDAY)
    await fixture.settle()
    expect(fixture.api.requests.votes).toBe(3)
    expect(await requestsAfter(HOUR_MS)).toBe(3)
  })

  test('are requested while no vote is known although the clock was set back', async () => {
    fixture.signIn(7)
    fixture.start()
    fixture.hello()
    await fixture.settle()
    fixture.advance(-HOUR_MS)
    heartbeat()
    await fixture.settle()
    expect(fixture.api.requests.votes).toBe(2)
  })

  test('are not requested for a guest', async () => {
    fixture.start()
    fixture.hello()
    settled()
    fixture.setTime(CLOSE - HOUR_MS / 2)
    heartbeat()
    await fixture.settle()
    expect(fixture.api.requests).toEqual({ votes: 0, profile: 0 })
  })
})

describe('the reminder in the last hour of a round', () => {
  test('appears once without a vote, also after a resume or a restart in that hour', async () => {
    fixture.signIn(7)
    fixture.start()
    fixture.hello()
    fixture.setTime(CLOSE - 20 * 60_000)
    fixture.hello()
    await fixture.settle()
    fixture.hello()
    fixture.restart()
    fixture.hello()
    await fixture.settle()
    expect(fixture.notices).toMatchObject([{ title: 'Calls close in 20 min', path: '/vote/write' }])
  })

  test('is skipped after a vote on another device, with one request', async () => {
    fixture.signIn(7)
    fixture.api.lastVoteTime = SATURDAY
    fixture.start()
    fixture.setTime(CLOSE - HOUR_MS)
    fixture.hello()
    await fixture.settle()
    heartbeat()
    await fixture.settle()
    expect(fixture.api.requests.profile).toBe(1)
    expect(fixture.notices).toEqual([])
  })

  test('is skipped without a request after a vote on this device', async () => {
    fixture.signIn(7, SATURDAY)
    fixture.start()
    fixture.setTime(CLOSE - HOUR_MS)
    fixture.hello()
    await fixture.settle()
    expect(fixture.api.requests.profile).toBe(0)
  })

  test('is not shown to another user who signed in meanwhile, nor after the stop', async () => {
    fixture.signIn(7)
    fixture.start()
    fixture.setTime(CLOSE - HOUR_MS)
    fixture.hello()
    fixture.signIn(8, SATURDAY)
    await fixture.settle()
    expect(fixture.notices).toEqual([])
    fixture.signIn(7)
    heartbeat()
    fixture.stop()
    await fixture.settle()
    expect(fixture.notices).toEqual([])
  })

  test('is retried a minute after a failed request', async () => {
    fixture.signIn(7)
    fixture.api.isDown = true
    fixture.start()
    fixture.setTime(CLOSE - HOUR_MS / 2)
    fixture.hello()
    await fixture.settle()
    fixture.api.isDown = false
    fixture.advance(60_000)
    heartbeat()
    await fixture.settle()
    expect(fixture.kinds()).toEqual(['closing'])
  })
})

test('ignores the page of a captive portal and retries after a minute', async () => {
  fixture.api.isIntercepted = true
  fixture.signIn(7)
  fixture.start()
  fixture.setTime(CLOSE - HOUR_MS / 2)
  for (let times = 0; times < 5; times++) {
    fixture.hello()
    await fixture.settle()
  }
  expect(fixture.api.requests).toEqual({ votes: 1, profile: 1 })
  fixture.api.isIntercepted = false
  fixture.advance(60_000)
  heartbeat()
  await fixture.settle()
  expect(fixture.kinds()).toEqual(['closing'])
})
