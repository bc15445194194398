import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { Drawing } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Frame } from '#desktop/renderer/features/chart/model/frame.ts'
import { pointsOf } from '#desktop/renderer/features/chart/model/point.ts'
import { sceneOf } from '#desktop/renderer/features/chart/model/scene.ts'
import type { Series } from '#desktop/renderer/features/chart/model/series.ts'
import type { View } from '#desktop/renderer/features/chart/model/view.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { createStore } from '#desktop/shared/store.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import { ChartCanvas } from './chart-canvas.tsx'
import { ChartCursor } from './chart-cursor.tsx'
import styles from './chart-stage.module.css'
import { LiveMark } from './live-mark.tsx'
import { usePalette } from './palette.ts'
import { TimeTitle } from './time-title.tsx'
import { useAxisWords } from './use-axis-words.ts'
import { useWidth } from './use-width.ts'

interface ChartStageProps {
  /** The displayed candles, newest first; not empty. */
  shown: Series
  drawing: Drawing
  view: View
  reference: string | null
}

/** The drawing: the canvas, over it the live price and the cursor, and the titles of the axes. */
export const ChartStage = memo(function ChartStage({
  shown,
  drawing,
  view,
  reference,
}: ChartStageProps) {
  const t = useTexts(chartTexts)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const palette = usePalette(box)
  const words = useAxisWords()
  const [frame] = useState(() => createStore<Frame | null>(null))
  const points = useMemo(() => pointsOf(shown, shown.length), [shown])
  const [outside, setOutside] = useState<{ of: Series; price: number } | null>(null)
  const stretch = useCallback((price: number) => setOutside({ of: shown, price }), [shown])
  const price = outside?.of === shown ? outside.price : null
  const scene = useMemo(
    () => (width > 0 ? sceneOf({ points, drawing, view, price, width }) : null),
    [points, drawing, view, price, width],
  )
  const last = points.at(-1)
  return (
    <div className={styles.stage}>
      <p className={styles.priceTitle}>{t('chart.axis.price')}</p>
      <div className={styles.plot}>
        <div ref={box} className={styles.canvas}>
          {scene && palette && (
            <ChartCanvas scene={scene} palette={palette} words={words} frame={frame} />
          )}
        </div>
        {last && <LiveMark frame={frame} last={last} onOutside={stretch} />}
        <ChartCursor shown={shown} points={points} reference={reference} frame={frame} />
      </div>
      {scene && <TimeTitle reach={scene.reach} />}
    </div>
  )
})
