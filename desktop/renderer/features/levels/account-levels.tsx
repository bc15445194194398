import { useStore } from 'zustand'
import type { PriceLevel as LocalLevel } from '#desktop/bridge/settings.ts'
import { Button } from '#desktop/renderer/components/button.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showToast } from '#desktop/renderer/components/toast.ts'
import { useSaveSettings } from '#desktop/renderer/features/settings/use-save-settings.ts'
import { isRefusal } from '#desktop/renderer/platform/failure-text.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { PriceLevel } from '#shared/contract/alerts.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'
import { ALERT_SOUNDS } from '#shared/rules/alert-sounds.ts'
import { compareDecimals } from '#shared/rules/decimal.ts'
import { useAddLevel, useReplaceLevel } from './api.ts'
import { useAccountChanges } from './level-changes.ts'
import type { Level } from './level-form.tsx'
import styles from './levels.module.css'
import { Levels } from './levels.tsx'
import { useAccountLevels } from './use-account-levels.ts'
import { useRefusal } from './use-refusal.ts'
import { useShowUndo } from './use-show-outcome.ts'

const UNDO_MS = 8_000

const toBody = ({ price, note, isOnce, sound }: Level) => ({
  price,
  note,
  repeats: !isOnce,
  sound: ALERT_SOUNDS.find((name) => name === sound) ?? null,
})

/** Makes a change of levels, and returns the text of its refusal; null once it is made. */
function useAttempt() {
  const refusalOf = useRefusal()
  return async (change: () => Promise<unknown>) => {
    try {
      await change()
      return null
    } catch (error) {
      return refusalOf(error)
    }
  }
}

/** Price levels of the account, which every device has. */
export function AccountLevels({ userId }: { userId: number }) {
  const { t: core } = useLanguage()
  const t = useTexts(levelTexts)
  const { desktop } = useServices().platform
  const { data, error, isPending, refetch } = useAccountLevels(userId)
  const { mutateAsync: add } = useAddLevel(userId)
  const { mutateAsync: replace } = useReplaceLevel(userId)
  const changes = useAccountChanges(userId)
  const showUndo = useShowUndo()
  const attempt = useAttempt()
  if (isPending) return <Loading text={core('state.loading')} />
  if (!data) return <LoadFailure error={error} onRetry={refetch} />
  // The server would answer with the level of the same price as it is.
  const set = (level: Level) => {
    const same = data.find(({ price }) => compareDecimals(price, level.price) === 0)
    const body = toBody(level)
    return same ? replace({ id: same.id, body }) : add(body)
  }
  const onRemove = async ({ id, price }: PriceLevel) => {
    const outcome = await changes.remove({ key: `${id}`, price })
    if ('refusal' in outcome) return outcome.refusal
    showUndo(outcome.undo, t('level.cleared'))
    return null
  }
  return (
    <>
      {desktop && <TakeOver desktop={desktop} onAdd={set} />}
      <Levels
        levels={data.map((level) => ({
          ...level,
          isOnce: !level.repeats,
          sound: level.sound ?? ('default' as const),
          own: level,
        }))}
        sounds={desktop && { volume: desktop.settings.getState().soundVolume }}
        isOnceAtFirst
        onAdd={(level) => attempt(() => set(level))}
        onRemove={({ own }) => onRemove(own)}
      />
    </>
  )
}

interface TakeOverProps {
  desktop: DesktopFeatures
  onAdd: (level: LocalLevel) => Promise<unknown>
}

/** Asks once whether the levels of this computer move to the account; those that do not fit stay. */
function TakeOver({ desktop, onAdd }: TakeOverProps) {
  const { t: core } = useLanguage()
  const t = useTexts(levelTexts)
  const levels = useStore(desktop.settings, (settings) => settings.levels)
  const save = useSaveSettings(desktop)
  const refusalOf = useRefusal()
  if (levels.length === 0) return null
  const move = async () => {
    const left: LocalLevel[] = []
    let refusal = ''
    let isReachable = true
    for (const level of levels) {
      try {
        if (isReachable) await onAdd(level)
        else left.push(level)
      } catch (error) {
        left.push(level)
        isReachable = isRefusal(error)
        refusal = await refusalOf(error, core('state.unreachable'))
      }
    }
    await save({ levels: left })
    const count = `${left.length}`
    const text = left.length === 0 ? t('level.moved') : t('level.left', { count, refusal })
    showToast({ id: 'level', text, tone: left.length === 0 ? 'good' : 'bad' }, UNDO_MS)
  }
  return (
    <div className={styles.takeOver}>
      <p>{t('level.takeOver', { count: `${levels.length}` })}</p>
      <Button kind="plain" onClick={move}>
        {t('level.move')}
      </Button>
      <Button kind="plain" onClick={() => save({ levels: [] })}>
        {t('level.discard')}
      </Button>
    </div>
  )
}
