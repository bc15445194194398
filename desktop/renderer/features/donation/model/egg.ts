import type { Coin } from './coin.ts'

/** Milliseconds from the first click to the last one. */
export const EGG_MS = 5_000

/** Something that was clicked; `other` is everything that has no part in the sequence. */
export type Click = 'heart' | `label-${Coin}` | `copy-${Coin}` | 'other'

/** How far the sequence has come; `first` is when it began. */
export type Egg =
  | { step: 'closed' }
  | { step: 'oneHeart' | 'twoHearts'; first: number }
  | { step: 'labelled'; first: number; coin: Coin }

export const CLOSED: Egg = { step: 'closed' }

const coinOf = (click: Click, kind: 'label' | 'copy'): Coin | null => {
  if (click === `${kind}-btc`) return 'btc'
  return click === `${kind}-eth` ? 'eth' : null
}

function advance(egg: Egg, click: Click, now: number): { egg: Egg; opens: Coin | null } {
  const closed = { egg: CLOSED, opens: null }
  switch (egg.step) {
    case 'closed':
      return click === 'heart' ? { egg: { step: 'oneHeart', first: now }, opens: null } : closed
    case 'oneHeart':
      return click === 'heart' ? { egg: { ...egg, step: 'twoHearts' }, opens: null } : closed
    case 'twoHearts': {
      const coin = coinOf(click, 'label')
      return coin ? { egg: { ...egg, step: 'labelled', coin }, opens: null } : closed
    }
    case 'labelled':
      return { egg: CLOSED, opens: coinOf(click, 'copy') === egg.coin ? egg.coin : null }
  }
}

/**
 * The hidden sequence: the heart, the heart again, the label of a coin, the copy button of the same
 * coin. Any other click, and five seconds after the first, close it. `now` is in milliseconds and
 * never goes back; `opens` is the coin whose address is to be shown.
 */
export function clickEgg(egg: Egg, click: Click, now: number): { egg: Egg; opens: Coin | null } {
  const isOver = egg.step !== 'closed' && now - egg.first >= EGG_MS
  return advance(isOver ? CLOSED : egg, click, now)
}
