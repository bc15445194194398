import type { StoreApi } from 'zustand/vanilla'
import type { AlertLine, Draft } from '#desktop/renderer/features/chart/model/alert-lines.ts'
import type { Bar } from '#desktop/renderer/features/chart/model/bars.ts'
import { nearestIndex } from '#desktop/renderer/features/chart/model/cursor.ts'
import {
  type PlotArea,
  toPixelX,
  toPixelY,
} from '#desktop/renderer/features/chart/model/plot-area.ts'
import {
  useAccountChanges,
  useLocalChanges,
} from '#desktop/renderer/features/levels/level-changes.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useServices, useSession } from '#desktop/renderer/platform/services.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { AlertPlaces } from './axis-tags.tsx'
import { PriceAlerts, type PriceAlertsProps } from './price-alerts.tsx'

interface ChartAlertsProps {
  alerts: readonly AlertLine[]
  area: StoreApi<PlotArea | null>
  draft: StoreApi<Draft | null>
  places: StoreApi<AlertPlaces>
  /** The visible hours, oldest first; not empty. */
  bars: readonly Bar[]
  /** The hour at the cursor (epoch ms); null without a cursor. */
  hour: StoreApi<number | null>
}

type Shown = Omit<PriceAlertsProps, 'changes'>

/** The price alerts of the viewer, and the menu to make some, which leads a guest of a browser to the sign-in. */
export function ChartAlerts({ bars, hour, ...stores }: ChartAlertsProps) {
  const { desktop } = useServices().platform
  const session = useSession()
  const cursor = () => {
    const plot = stores.area.getState()
    const at = hour.getState()
    const bar = bars[at === null ? bars.length - 1 : nearestIndex(bars, at)]
    if (!plot || !bar) return null
    const x = toPixelX(plot, plot.hasCandlesticks ? bar.x + HOUR_MS / 2 : bar.x)
    return { x, y: toPixelY(plot, bar.close ?? bar.open) }
  }
  const shown = { ...stores, cursor }
  if (session.status === 'checking') return null
  if (session.status === 'user') return <AccountAlerts userId={session.user.id} {...shown} />
  return desktop ? (
    <LocalAlerts desktop={desktop} {...shown} />
  ) : (
    <PriceAlerts changes={null} {...shown} />
  )
}

const AccountAlerts = ({ userId, ...shown }: Shown & { userId: number }) => (
  <PriceAlerts changes={useAccountChanges(userId)} {...shown} />
)

const LocalAlerts = ({ desktop, ...shown }: Shown & { desktop: DesktopFeatures }) => (
  <PriceAlerts changes={useLocalChanges(desktop)} {...shown} />
)
