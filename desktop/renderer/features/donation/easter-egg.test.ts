import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  CLOSED,
  type Click,
  COINS,
  type Coin,
  clickEgg,
  type Egg,
  explorerUrl,
  SEQUENCE_MS,
} from './easter-egg.ts'

/** Plays clicks, each with the milliseconds before it; returns what each opened. */
function play(clicks: readonly (readonly [Click, number])[]): (Coin | null)[] {
  let egg: Egg = CLOSED
  let now = 1_000_000
  return clicks.map(([click, pause]) => {
    now += pause
    const next = clickEgg(egg, click, now)
    egg = next.egg
    return next.opens
  })
}

const at = (...clicks: Click[]) => play(clicks.map((click) => [click, 100])).at(-1) ?? null

const kinds: Click[] = ['heart', 'label-btc', 'label-eth', 'copy-btc', 'copy-eth', 'other']
const anyClick = fc.oneof(fc.constant<Click>('heart'), fc.constantFrom(...kinds))

describe('the sequence', () => {
  test.each<[Click[], Coin | null]>([
    [['heart', 'heart', 'label-btc', 'copy-btc'], 'btc'],
    [['heart', 'heart', 'label-eth', 'copy-eth'], 'eth'],
    [['heart', 'heart', 'label-btc', 'copy-eth'], null],
    [['heart', 'label-btc', 'copy-btc'], null],
    [['heart', 'heart', 'copy-btc'], null],
    [['label-btc', 'copy-btc'], null],
    [['heart', 'heart', 'heart', 'label-btc', 'copy-btc'], null],
    [['heart', 'heart', 'label-btc', 'label-btc', 'copy-btc'], null],
    [['heart', 'other', 'heart', 'label-btc', 'copy-btc'], null],
    [['heart', 'heart', 'label-btc', 'other', 'copy-btc'], null],
    [['other', 'heart', 'heart', 'label-eth', 'copy-eth'], 'eth'],
    [['heart', 'heart', 'label-eth', 'copy-eth', 'copy-eth'], null],
  ])('%p opens %p', (clicks, opened) => {
    expect(at(...clicks)).toBe(opened)
  })

  test.each([
    [SEQUENCE_MS - 1, 'btc'],
    [SEQUENCE_MS, null],
    [SEQUENCE_MS + 1, null],
  ])('after %d ms the last click opens %p', (pause, opened) => {
    const clicks: [Click, number][] = [
      ['heart', 0],
      ['heart', 0],
      ['label-btc', 0],
      ['copy-btc', pause],
    ]
    expect(play(clicks).at(-1)).toBe(opened === 'btc' ? 'btc' : null)
  })

  test('an expired first heart does not count, the next one restarts the sequence', () => {
    const clicks: [Click, number][] = [
      ['heart', 0],
      ['heart', SEQUENCE_MS],
      ['heart', 10],
      ['label-eth', 10],
      ['copy-eth', 10],
    ]
    expect(play(clicks).at(-1)).toBe('eth')
  })

  test('opens after any wrong click followed by the right four in time', () => {
    const pause = fc.integer({ min: 0, max: 1_600 })
    const coin = fc.constantFrom(...COINS)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyClick, pause)),
        coin,
        fc.tuple(pause, pause, pause),
        (before, coin, [a, b, c]) => {
          const right: [Click, number][] = [
            ['heart', 0],
            ['heart', a],
            [`label-${coin}`, b],
            [`copy-${coin}`, c],
          ]
          expect(play([...before, ['other', 0], ...right]).at(-1)).toBe(coin)
        },
      ),
    )
  })

  test('opens only after the four right clicks within five seconds, whatever preceded them', () => {
    const click = fc.tuple(anyClick, fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 })))
    fc.assert(
      fc.property(fc.array(click, { maxLength: 40 }), (clicks) => {
        for (const [index, opens] of play(clicks).entries()) {
          if (opens === null) continue
          const last = clicks.slice(index - 3, index + 1)
          const pause = last.slice(1).reduce((sum, [, before]) => sum + before, 0)
          expect(last.map(([kind]) => kind)).toEqual([
            'heart',
            'heart',
            `label-${opens}`,
            `copy-${opens}`,
          ])
          expect(pause).toBeLessThan(SEQUENCE_MS)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

test('each coin has its explorer, and an address cannot escape its URL segment', () => {
  expect(COINS.map((coin) => explorerUrl(coin, 'abc'))).toEqual([
    'https://mempool.space/address/abc',
    'https://etherscan.io/address/abc',
  ])
  expect(explorerUrl('btc', '../x?y#z')).toBe('https://mempool.space/address/..%2Fx%3Fy%23z')
})
