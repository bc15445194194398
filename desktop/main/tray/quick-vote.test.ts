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
  /** Whether the server has a live price: never, or once the next price has arrived. */
  price?: 'never' | 'next'
}

const NO_PRICE = new ApiFailure(409, 'NO_FRESH_PRICE', '')

async function vote({ answers = [0], age = 1_000, reply, price }: World = {}) {
  const boxes: MessageBoxOptions[] = []
  const sent: unknown[] = []
  const adopted: string[] = []
  const notices: string[] = []
  const waits: number[] = []
  const request: MainSession['request'] = async (schema, path, body) => {
    sent.push([path, body])
    if (path.endsWith('ask') && price !== undefined && sent.length === 1) throw NO_PRICE
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
    market: {
      state: {
        getState: () => state,
        subscribe: (listener: (state: MarketState) => void) => {
          if (price === 'next') {
            queueMicrotask(() => {
              listener({ ...state, price: samplePrice('66000.00', -30_000) })
              listener({ ...state, price: samplePrice('66010.00', 0) })
            })
          }
          return () => {}
        },
      },
      now: () => SAMPLE_NOW,
    },
    after: async (milliseconds: number) => {
      waits.push(milliseconds)
      if (price === 'next') await new Promise(() => {})
    },
    notify: ({ title, body, path }: { title: string; body: string; path: string }) =>
      void notices.push(title, body, path),
    locale: 'en-US' as const,
    zone: 'UTC',
  }
  await Promise.all([quickVote('up', deps), quickVote('down', deps)])
  return { boxes, sent, adopted, notices, waits }
}

test('one confirmation shows the offer, and one vote is sent', async () => {
  const { boxes, sent, adopted, notices } = await vote()
  expect(boxes).toHaveLength(1)
  expect(boxes[0]?.message).toMatch(/^Call ▲ Up for .+\?$/)
  expect(boxes[0]?.detail).toMatch(/^\+\d+ if right · −\d+ if wrong\./)
  expect(sent).toEqual([
    ['/votes?unpriced=ask', { targetDate: '2026-11-26T00:00:00.000Z', vote: 'up' }],
  ])
  expect(adopted).toEqual(['newer'])
  expect(notices).toEqual(['Vote saved: ▲ Up', 'Locked in: +130 if right · −77 if wrong', '/vote'])
})

test('Cancel sends nothing', async () => {
  expect(await vote({ answers: [1] })).toMatchObject({ sent: [], notices: [] })
})

test('without a live price it says so, waits for the next one and sends the vote with it', async () => {
  const { boxes, sent, notices, waits } = await vote({ age: 10_000, price: 'next' })
  expect(boxes).toHaveLength(1)
  expect(boxes[0]?.detail).toBe('No recent price: the call waits for the next one.')
  expect(notices.slice(0, 2)).toEqual([
    'Waiting for a price',
    'No recent price: ▲ Up waits for the next one.',
  ])
  expect(notices[3]).toBe('Vote saved: ▲ Up')
  expect(sent.map((each) => Array.isArray(each) && each[0])).toEqual([
    '/votes?unpriced=ask',
    '/votes?unpriced=ask',
  ])
  expect(waits).toEqual([15_000])
})

test('after 15 seconds without a price it asks whether to vote without points', async () => {
  const reply = { accessToken: 'newer', offer: { hit: 0, miss: 0 } }
  const { boxes, sent, notices, waits } = await vote({ age: 61_000, reply, price: 'never' })
  expect(waits).toEqual([15_000])
  expect(boxes[1]?.message).toBe('No recent price: this call would earn no points.')
  expect(sent.at(-1)).toEqual(['/votes', expect.anything()])
  expect(notices.at(-2)).toBe('Accepted without a recent price: earns no points.')
})

test('nothing is sent without points upon Not yet', async () => {
  const { sent, adopted } = await vote({ answers: [0, 1], price: 'never' })
  expect([sent.length, adopted]).toEqual([1, []])
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
