import { describe, expect, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { startCallBadge } from './call-badge.ts'

const THURSDAY = Date.UTC(2026, 10, 19, 12)

function start(isMac: boolean, lastVoteTime: number | null) {
  let now = THURSDAY
  let user: Pick<UserClaims, 'lastVoteTime'> | null =
    lastVoteTime === null ? null : { lastVoteTime }
  const shown: (string | number)[] = []
  const market = createStore(() => ({ ticks: 0 }))
  const view = createStore(() => ({ isSignedIn: user !== null }))
  const settings = createStore(() => DEFAULT_SETTINGS)
  const stop = startCallBadge({
    app: {
      setBadgeCount: (count = 0) => shown.push(count) > 0,
      dock: isMac ? { setBadge: (text: string) => void shown.push(text) } : undefined,
    },
    market: { state: market, now: () => now },
    session: { view, user: () => user },
    settings: { store: settings },
  })
  const at = (instant: number) => {
    now = instant
    market.setState(({ ticks }) => ({ ticks: ticks + 1 }))
  }
  const vote = () => {
    user = { lastVoteTime: now }
    view.setState({ isSignedIn: true })
  }
  return { shown, stop, at, vote, settings }
}

describe('the badge', () => {
  test('shows until the user has called the live round, and again in the next one', () => {
    const { shown, vote, at } = start(true, 0)
    expect(shown).toEqual(['•'])
    vote()
    expect(shown).toEqual(['•', ''])
    at(liveRound(THURSDAY).closesAt)
    expect(shown).toEqual(['•', '', '•'])
  })

  test('is a count where there is no Dock, and goes at the end', () => {
    const { shown, stop } = start(false, 0)
    expect(shown).toEqual([1])
    stop()
    expect(shown).toEqual([1, 0])
  })

  test('is not for guests, and can be turned off', () => {
    expect(start(true, null).shown).toEqual([])
    const { shown, settings } = start(true, 0)
    settings.setState({ ...DEFAULT_SETTINGS, hasCallBadge: false }, true)
    expect(shown).toEqual(['•', ''])
  })
})
