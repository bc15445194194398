import { useStore } from 'zustand'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { ageOf } from './age.ts'

/** How long ago the latest price was made. */
export function PriceAge() {
  const { t } = useLanguage()
  const { live, seconds } = useServices()
  const price = useStore(live.price)
  const now = useStore(seconds)
  if (!price) return null
  const { unit, ...parts } = ageOf(now - Date.parse(price.time))
  return <span>{t(`price.age.${unit}`, parts)}</span>
}
