import { useMemo } from 'react'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import type { AxisWords } from './canvas-options.ts'

/** The words of the axes in the person's language; days are those of the browser's zone. */
export function useAxisWords(): AxisWords {
  const { locale, format } = useLanguage()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
    return {
      day: (instant) => day.format(instant),
      price: (value) => format.count(value),
    }
  }, [locale, format])
}
