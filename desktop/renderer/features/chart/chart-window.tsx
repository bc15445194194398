import { Overlays } from '#desktop/renderer/components/overlays.tsx'
import { openLinksInMain } from '#desktop/renderer/platform/open-in-main.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartWindowTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-window.module.css'
import { PriceChart } from './price-chart.tsx'

/** The chart in a window of its own. It shows no more than a guest may see, and the user's own entries. */
export function Component() {
  const { t: core } = useLanguage()
  const t = useTexts(chartWindowTexts)
  const { desktop } = useServices().platform
  return (
    <main
      className={styles.window}
      onClickCapture={(event) => desktop && openLinksInMain(desktop, event)}
    >
      <title>{`${t('window.title')} · ${core('app.name')}`}</title>
      <h1 className="visually-hidden">{t('window.title')}</h1>
      <PriceChart isOwnWindow />
      <Overlays />
    </main>
  )
}
