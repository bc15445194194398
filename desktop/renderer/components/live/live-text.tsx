import { useStore } from 'zustand'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { spanParts } from '#shared/i18n/format.ts'

/** The server's time with zone and offset; the only thing that renders again each second. */
export function CurrentTime() {
  const { format } = useLanguage()
  const now = useStore(useServices().seconds)
  return <time dateTime={new Date(now).toISOString()}>{format.clock(now)}</time>
}

/** The live price with `places` decimals. */
export function CurrentPrice({ places }: { places: number }) {
  const { t, format } = useLanguage()
  const price = useStore(useServices().live.price)
  return <>{price ? format.price(price.value, places) : t('price.none')}</>
}

/** The time left until `until` (epoch ms) in days, hours and minutes; `over` once it has passed. */
export function TimeLeft({ until, over }: { until: number; over: string }) {
  const { t } = useLanguage()
  const left = until - useStore(useServices().seconds)
  return <>{left > 0 ? t('time.parts', spanParts(left)) : over}</>
}
