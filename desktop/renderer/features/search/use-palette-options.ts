import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useFoldTitle } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { loadDraft, saveDraft } from '#desktop/renderer/features/editor/draft-storage.ts'
import type { LevelChanges } from '#desktop/renderer/features/levels/level-changes.ts'
import { useShowOutcome } from '#desktop/renderer/features/levels/use-show-outcome.ts'
import { useVoteText } from '#desktop/renderer/features/votes/use-vote-text.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { SearchItem, Snippet } from '#shared/contract/search.ts'
import { searchTexts } from '#shared/i18n/screens/search.ts'
import type { Direction } from '#shared/rules/band.ts'
import { PATHS, searchPath } from '#shared/rules/paths.ts'
import { isSearchable, useFound } from './api.ts'
import { commandWords } from './command-words.ts'
import { type Command, commandsFor } from './commands.ts'
import { resultOf } from './result-of.ts'

/** A line of the palette. */
export interface Option {
  key: string
  title: string
  /** Its kind, at the end of the line. */
  kind: string
  snippet?: Snippet | undefined
  /** Whether it was found for words that are no longer typed. */
  isOld?: boolean
  run: () => void
}

const COMMANDS_MAX = 6
const FOUND_MAX = 8

const VOTE = { kind: 'vote', postId: null } as const

const radioOf = (choice: Direction) =>
  document.querySelector<HTMLElement>(`[data-shortcut="directions"] input[value="${choice}"]`)

/** Opens the form of a call with a direction chosen; a note that was begun stays. */
function useStartCall(): (direction: Direction) => void {
  const { platform, clock } = useServices()
  const user = useUser()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (choice) => {
    const radio = pathname === PATHS.voteWrite ? radioOf(choice) : null
    // The form that is open has read its draft already.
    if (radio) return radio.click()
    if (user) {
      const now = clock.now()
      const { content } = loadDraft(platform.preferences, VOTE, user.id, now) ?? { content: '' }
      const savedAt = new Date(now).toISOString()
      saveDraft(platform.preferences, VOTE, { userId: user.id, savedAt, content, choice })
    }
    navigate(PATHS.voteWrite)
  }
}

/** Sets an alert, or leads a guest who cannot have one to the login. `text` says that it is set. */
function useSetLevel(changes: LevelChanges | null): (price: string, text: string) => void {
  const showOutcome = useShowOutcome()
  const navigate = useNavigate()
  return (price, text) => {
    if (changes) void showOutcome(changes.add(price), text)
    else navigate(PATHS.login, { state: { from: PATHS.alerts } })
  }
}

/**
 * Options of the palette for `typed`: commands and screens at once, then what the search for `asked`, which
 * follows it, has found. `changes` are those of the levels; null for a guest of a browser.
 */
export function usePaletteOptions(typed: string, asked: string, changes: LevelChanges | null) {
  const t = useTexts(searchTexts)
  const navigate = useNavigate()
  const { directionText, format } = useVoteText()
  const refPrice = useSummary().data?.target2.refPrice
  const startCall = useStartCall()
  const foldTitle = useFoldTitle()
  const setLevel = useSetLevel(changes)
  const words = useMemo(commandWords, [])
  const isAsked = isSearchable(typed)
  const { data, isFetching, isPlaceholderData, error } = useFound(isAsked ? asked : '')

  const isOld = asked !== typed || isPlaceholderData

  const ofCommand = (command: Command): Option => {
    switch (command.kind) {
      case 'place': {
        const { key, path } = command.place
        return {
          key,
          title: t(`place.${key}`),
          kind: t('palette.place'),
          run: () => navigate(path),
        }
      }
      case 'call': {
        const { direction } = command
        const title = t('command.callOf', { direction: directionText(direction, refPrice) })
        const run = () => startCall(direction)
        return { key: direction, title, kind: t('palette.act'), run }
      }
      case 'level': {
        const price = format.price(command.price, 2)
        const title = t('command.levelAt', { price })
        const run = () => setLevel(command.price, t('command.levelSet', { price }))
        return { key: 'level', title, kind: t('palette.act'), run }
      }
    }
  }
  const ofItem = (item: SearchItem): Option => {
    const { key, path, kind, title: written } = resultOf(item, { t, format })
    const isText = 'title' in item
    const { title, isFolded } = isText
      ? foldTitle(item, written)
      : { title: written, isFolded: false }
    const snippet = isText && !isFolded ? item.snippet : undefined
    return { key, title, kind, snippet, isOld, run: () => navigate(path) }
  }
  const query = typed.trim()
  const all: Option = {
    key: 'all',
    title: t('search.all', { query }),
    kind: t('search.title'),
    run: () => navigate(searchPath(query)),
  }
  return {
    options: [
      ...commandsFor(typed, words).slice(0, COMMANDS_MAX).map(ofCommand),
      ...(isAsked ? (data?.items ?? []).slice(0, FOUND_MAX).map(ofItem) : []),
      ...(isAsked ? [all] : []),
    ],
    isSearching: isAsked && (isFetching || asked !== typed),
    error: isAsked ? error : null,
  }
}
