import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import {
  ChartFocusContext,
  createChartFocus,
} from '#desktop/renderer/features/chart/chart-focus.ts'
import { PriceChart } from '#desktop/renderer/features/chart/price-chart.tsx'
import styles from './vote-frame.module.css'

/** What the screens of votes share: the chart above them stays as one goes from one to the next. */
export function Component() {
  const [focus] = useState(createChartFocus)
  return (
    <ChartFocusContext value={focus}>
      <div className={styles.frame}>
        <PriceChart />
        <Outlet />
      </div>
    </ChartFocusContext>
  )
}
