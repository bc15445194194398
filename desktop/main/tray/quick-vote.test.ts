import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { MessageBoxOptions } from 'electron'
import type { MainSession } from '#desktop/main/session/session.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { MarketState } from '#desktop/shared/market-state.ts'
import { SAMPLE_NOW, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import { quickVote } from './quick-vote.ts'

interface World {
  answers?: number[]
  /** Age of the price, milliseconds. */
  age?: number
  reply?: unknown
}

async function vote({ answers = [0], age = 1_000, reply }: World = {}) {
  const boxes: MessageBoxOptions[] = []
  const sent: unknown[] = []
  const adopted: string[] = []
  const notices: string[] = []
  const request: MainSession['request'] = async (schema, path, body) => {
    sent.push([path, body])
    if (reply instanceof Error) throw reply
    const value = reply ?? { accessToken: 'newer', offer: { hit: 130, miss: -77 } }
    if (!Value.Check(schema, value)) throw new Error('not the expected reply')
    return value
  }
  const state: MarketState = {
    summary: { ...sampleSummary(), s60: 0.02 },
    price: samplePrice('66000.00', -age),
    link: 'live',
    receivedAt: SAMPLE_NOW,
  }
  const deps = {
    dialog: {
      showMessageBox: async (options: MessageBoxOptions) => {
        boxes.push(options)
        return { response: answers[boxes.length - 1] ?? 0 }
      },
    },
    session: { request, adopt: (token: string) => void adopted.push(token) },
    market: { state: { getState: () => state }, now: () => SAMPLE_NOW },
    notify: ({ title, body, path }: { title: string; body: string; path: string }) =>
      void notices.push(title, body, path),
    locale: 'en-US' as const,
    zone: 'UTC',
  }
  await Promise.all([quickVote('up', deps), quickVote('down', deps)])
  return { boxes, sent, adopted, notices }
}

test('one confirmation shows the offer, and one vote is sent', async () => {
  const { boxes, sent, adopted, notices } = await vote()
  expect(boxes).toHaveLength(1)
  expect(boxes[0]?.message).toMatch(/^Call ▲ Up for .+\?$/)
  expect(boxes[0]?.detail).toMatch(/^\+\d+ if right · −\d+ if wrong\./)
  expect(sent).toEqual([['/votes', { targetDate: '2026-11-26T00:00:00.000Z', vote: 'up' }]])
  expect(adopted).toEqual(['newer'])
  expect(notices).toEqual(['Vote saved: ▲ Up', 'Locked in: +130 if right · −77 if wrong', '/vote'])
})

test('Cancel sends nothing', async () => {
  expect(await vote({ answers: [1] })).toMatchObject({ sent: [], notices: [] })
})

test('without a fresh price it says first that the vote earns no points', async () => {
  const reply = { accessToken: 'newer', offer: { hit: 0, miss: 0 } }
  const { boxes, notices } = await vote({ age: 61_000, reply })
  expect(boxes[0]?.detail).toBe('No recent price: a vote now would earn no points.')
  expect(notices[1]).toBe('Accepted without a recent price: earns no points.')
})

test.each([
  ['ALREADY_VOTED', 'You have already voted in this round.'],
  ['ROUND_CHANGED', 'The round has changed meanwhile. Nothing was saved.'],
  ['UNREACHABLE', 'The vote could not be saved. Please try again.'],
])('%s is reported, and nothing is adopted', async (code, message) => {
  const { boxes, adopted, notices } = await vote({ reply: new ApiFailure(409, code, '') })
  expect(boxes[1]?.message).toBe(message)
  expect([adopted, notices]).toEqual([[], []])
})
