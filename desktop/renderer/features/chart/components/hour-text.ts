import { useMemo } from 'react'
import type { Series } from '#desktop/renderer/features/chart/model/series.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'

/** The values of an hour as texts; `–` where one is not known. */
export interface HourText {
  time: string
  /** Open, high, low, close, volume and the change from the reference. */
  legend: string
  /** The same for screen readers. */
  sentence(): string
}

const UNKNOWN = '–'

/** Reuses the text node: replacing it would double the cost of a move. */
export function setText(element: HTMLElement | null, text: string): void {
  const node = element?.firstChild
  if (!node) element?.append(text)
  else if (node.nodeValue !== text) node.nodeValue = text
}

/** Describes the hours of a series (newest first) by their start, epoch ms. */
export function useHourText(
  series: Series,
  reference: string | null,
): (hour: number) => HourText | null {
  const { format, locale } = useLanguage()
  const t = useTexts(chartTexts)
  return useMemo(() => {
    const amount = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 })
    const price = (value: string | undefined) => (value ? format.price(value, 2) : UNKNOWN)
    return (hour) => {
      const candle = candleAt(series, hour)
      if (!candle) return null
      const { oprice, hprice, lprice, cprice, volume } = candle
      const share = reference ? Number(cprice ?? oprice) / Number(reference) - 1 : null
      const time = format.date(hour)
      const texts = {
        open: price(oprice),
        high: price(hprice),
        low: price(lprice),
        close: price(cprice),
        volume: volume ? amount.format(Number(volume)) : UNKNOWN,
        change: share === null ? '' : format.change(share),
      }
      const legend = t('chart.legend', texts)
      return {
        time,
        legend: share === null ? legend : `${legend}\u2003${t('chart.legendChange', texts)}`,
        sentence: () => {
          const values = t(cprice ? 'chart.atBar' : 'chart.at', texts)
          return [values, ...(texts.change ? [t('chart.atChange', texts)] : []), time].join(', ')
        },
      }
    }
  }, [series, reference, format, locale, t])
}

/** The candle of an hour, by binary search. */
function candleAt(series: Series, hour: number): Series[number] | undefined {
  let low = 0
  let high = series.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((series[middle]?.otime ?? hour) > hour) low = middle + 1
    else high = middle
  }
  return series[low]?.otime === hour ? series[low] : undefined
}
