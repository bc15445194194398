import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import { useFailureText } from '#desktop/renderer/components/failure.tsx'
import {
  type LevelChanges,
  useAccountChanges,
  useLocalChanges,
} from '#desktop/renderer/features/levels/level-changes.ts'
import { useAccountLevels } from '#desktop/renderer/features/levels/use-account-levels.ts'
import { isComposing } from '#desktop/renderer/platform/is-composing.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { useDebounced } from '#desktop/renderer/platform/use-debounced.ts'
import { searchTexts } from '#shared/i18n/screens/search.ts'
import { QUERY_MAX } from '#shared/rules/search-tokens.ts'
import styles from './palette.module.css'
import { Snippet } from './snippet.tsx'
import { type Option, usePaletteOptions } from './use-palette-options.ts'

/** Pause after the last key before a search, ms: a search costs the server more than a key. */
const PAUSE_MS = 250

/** Keys that move through the options, by the step or to an end. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  PageDown: (_, count) => count - 1,
  PageUp: () => 0,
}

interface PaletteProps {
  /** Returns what was typed before the palette was there, and lets the keys through. */
  takeTyped: () => string
  onClose: () => void
}

/** Finds screens, texts, people and rounds, and does what a command says. */
export function Palette(props: PaletteProps) {
  const user = useUser()
  const { desktop } = useServices().platform
  if (user) return <MemberPalette userId={user.id} {...props} />
  if (desktop) return <AppPalette desktop={desktop} {...props} />
  return <PaletteDialog changes={null} {...props} />
}

function MemberPalette({ userId, ...props }: PaletteProps & { userId: number }) {
  // A level that is there already is not set again.
  useAccountLevels(userId)
  return <PaletteDialog changes={useAccountChanges(userId)} {...props} />
}

/** For a guest of the app, whose levels are on this computer. */
function AppPalette({ desktop, ...props }: PaletteProps & { desktop: DesktopFeatures }) {
  return <PaletteDialog changes={useLocalChanges(desktop)} {...props} />
}

interface PaletteDialogProps extends PaletteProps {
  changes: LevelChanges | null
}

function PaletteDialog({ changes, takeTyped, onClose }: PaletteDialogProps) {
  const t = useTexts(searchTexts)
  const [typed, setTyped] = useState('')
  /** The chosen option stays chosen while results come in below and above it. */
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const asked = useDebounced(typed, PAUSE_MS)
  const { options, isSearching, error } = usePaletteOptions(typed, asked, changes)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const found = options.findIndex(({ key }) => key === chosenKey)
  // Nothing is chosen while what was found for other words comes first.
  const first = options[0]?.isOld ? -1 : 0
  const at = found === -1 ? first : found
  const chosen = options[at]
  const idOf = (index: number) => `${listId}-${index}`

  // After the dialog has taken the focus, so that no key is lost in between.
  useEffect(() => {
    const held = takeTyped()
    if (held) setTyped(held)
  }, [takeTyped])

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const run = (option: Option | undefined) => {
    if (!option) return
    onClose()
    option.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = STEPS[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      setChosenKey(options[step(at, options.length)]?.key ?? null)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      // The last option searches for what is typed.
      run(chosen ?? options.at(-1))
    }
  }
  const reason = useFailureText(error)
  return (
    <Dialog labelledBy={`${listId}-label`} onClose={onClose}>
      <div className={styles.palette}>
        <label id={`${listId}-label`} htmlFor={`${listId}-input`} className="visually-hidden">
          {t('palette.label')}
        </label>
        <input
          id={`${listId}-input`}
          className={styles.input}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && idOf(at)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={QUERY_MAX}
          placeholder={t('palette.placeholder')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosenKey(null)
          }}
          onKeyDown={onKeyDown}
        />
        <div
          ref={list}
          id={listId}
          className={styles.list}
          aria-label={t('palette.list')}
          role="listbox"
        >
          {options.map((option, index) => (
            <button
              type="button"
              tabIndex={-1}
              key={option.key}
              id={idOf(index)}
              role="option"
              aria-selected={option === chosen}
              className={styles.option}
              // The input keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setChosenKey(option.key)}
              onClick={() => run(option)}
            >
              <span className={styles.title} dir="auto">
                {option.title}
              </span>
              <span className={styles.kind}>{option.kind}</span>
              {option.snippet && (
                <span className={styles.snippet} dir="auto">
                  <Snippet {...option.snippet} />
                </span>
              )}
            </button>
          ))}
        </div>
        <p className={styles.foot}>
          <span role="status">
            {error
              ? `${t('search.failed')} ${reason}`
              : isSearching
                ? t('search.loading')
                : t('palette.count', { count: options.length })}
          </span>
          <span className={styles.keys} aria-hidden="true">
            {t('palette.keys')}
          </span>
        </p>
      </div>
    </Dialog>
  )
}
