import { useStore } from 'zustand'
import { IconButton } from '#desktop/renderer/components/icon-button.tsx'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { chartWindowTexts } from '#shared/i18n/screens/chart.ts'

interface WindowButtonProps {
  desktop: DesktopFeatures
  /** The chart has a window of its own. */
  isOwnWindow: boolean
}

/** Opens the window of the chart; in that window, holds it above other windows. */
export function WindowButton({ desktop, isOwnWindow }: WindowButtonProps) {
  const t = useTexts(chartWindowTexts)
  const isPinned = useStore(desktop.settings, ({ isChartPinned }) => isChartPinned)
  if (!isOwnWindow) {
    return (
      <IconButton
        name={t('window.open')}
        path="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5"
        onClick={() => desktop.openPanelWindow('chart')}
      />
    )
  }
  // The compositor of Wayland decides about the order of windows.
  if (desktop.isWayland) return null
  return (
    <IconButton
      name={t('window.pin')}
      path="M5 2.5h6M6.2 2.5v4L4 9.5h8l-2.2-3v-4M8 9.5V14"
      isPressed={isPinned}
      onClick={() => desktop.writeSettings({ isChartPinned: !isPinned }).catch(() => {})}
    />
  )
}
