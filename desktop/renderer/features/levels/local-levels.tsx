import { useStore } from 'zustand'
import { MAX_LEVELS, type PriceLevel } from '#desktop/bridge/settings.ts'
import { useSaveSettings } from '#desktop/renderer/features/settings/use-save-settings.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'
import { compareDecimals } from '#shared/rules/decimal.ts'
import type { Level } from './level-form.tsx'
import { Levels } from './levels.tsx'

/** Price levels of this computer, for a guest of the app. */
export function LocalLevels({ desktop }: { desktop: DesktopFeatures }) {
  const levels = useStore(desktop.settings, (settings) => settings.levels)
  const volume = useStore(desktop.settings, (settings) => settings.soundVolume)
  const save = useSaveSettings(desktop)
  const t = useTexts(levelTexts)
  const write = async (next: PriceLevel[]) => ((await save({ levels: next })) ? null : '')
  const add = async (level: Level) => {
    const others = levels.filter(({ price }) => compareDecimals(price, level.price) !== 0)
    return others.length >= MAX_LEVELS ? t('level.full') : write([...others, level])
  }
  return (
    <Levels
      levels={levels}
      sounds={{ volume }}
      isOnceAtFirst={false}
      onAdd={add}
      onRemove={(level) => write(levels.filter((other) => other !== level))}
    />
  )
}
