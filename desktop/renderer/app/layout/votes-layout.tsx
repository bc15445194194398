import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import {
  ChartFocusContext,
  createChartFocus,
} from '#desktop/renderer/features/chart/chart-focus.ts'
import { PriceChart } from '#desktop/renderer/features/chart/price-chart.tsx'
import styles from './votes-layout.module.css'

/** Layout of the vote screens: the chart above them stays mounted between them. */
export function Component() {
  const [focus] = useState(createChartFocus)
  return (
    <ChartFocusContext value={focus}>
      <div className={styles.layout}>
        <PriceChart />
        <Outlet />
      </div>
    </ChartFocusContext>
  )
}
