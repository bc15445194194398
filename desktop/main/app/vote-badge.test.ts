import { describe, expect, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { startVoteBadge } from './vote-badge.ts'

const THURSDAY = Date.UTC(2026, 10, 19, 12)

function start(system: string, lastVoteTime: number | null) {
  let now = THURSDAY
  let user: Pick<UserClaims, 'lastVoteTime'> | null =
    lastVoteTime === null ? null : { lastVoteTime }
  const shown: (string | number)[] = []
  const market = createStore(() => ({ ticks: 0 }))
  const view = createStore(() => ({ isSignedIn: user !== null }))
  const settings = createStore(() => DEFAULT_SETTINGS)
  const overlays: (string | null)[] = []
  const stop = startVoteBadge({
    system,
    iconFolder: '/icons',
    nativeImage: { createFromPath: (path: string) => path },
    windows: { setOverlay: (picture, text) => void overlays.push(picture && `${picture} ${text}`) },
    app: {
      setBadgeCount: (count = 0) => shown.push(count) > 0,
      dock: system === 'darwin' ? { setBadge: (text: string) => void shown.push(text) } : undefined,
    },
    market: { state: market, now: () => now },
    session: { view, user: () => user },
    settings: { store: settings, locale: () => 'en-US' },
  })
  const at = (instant: number) => {
    now = instant
    market.setState(({ ticks }) => ({ ticks: ticks + 1 }))
  }
  const vote = () => {
    user = { lastVoteTime: now }
    view.setState({ isSignedIn: true })
  }
  return { shown, overlays, stop, at, vote, settings }
}

describe('the badge', () => {
  test('shows until the user has called the live round, and again in the next one', () => {
    const { shown, vote, at } = start('darwin', 0)
    expect(shown).toEqual(['•'])
    vote()
    expect(shown).toEqual(['•', ''])
    at(liveRound(THURSDAY).closesAt)
    expect(shown).toEqual(['•', '', '•'])
  })

  test('is a count where there is no Dock, and goes at the end', () => {
    const { shown, stop } = start('linux', 0)
    expect(shown).toEqual([1])
    stop()
    expect(shown).toEqual([1, 0])
  })

  test('is not for guests, and can be turned off', () => {
    expect(start('darwin', null).shown).toEqual([])
    const { shown, settings } = start('darwin', 0)
    settings.setState({ ...DEFAULT_SETTINGS, hasCallBadge: false }, true)
    expect(shown).toEqual(['•', ''])
  })

  test('is a mark on the taskbar button of Windows, in words for screen readers', () => {
    const { overlays, shown, vote } = start('win32', 0)
    vote()
    expect(overlays).toEqual([
      '/icons/win32/no-vote.ico You have not made a call in this round yet',
      null,
    ])
    expect(shown).toEqual([])
  })
})
