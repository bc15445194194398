import { useMemo } from 'react'
import type { Series } from '#desktop/renderer/features/chart/model/series.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'

/** The values of an hour as texts; `–` where one is not known. */
export interface HourText {
  time: string
  open: string
  high: string
  low: string
  close: string
  volume: string
  /** Change of the close, or the open, from the reference; empty without a reference. */
  change: string
  /** All of them, for screen readers. */
  sentence: string
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
    const byHour = new Map(series.map((candle) => [candle.otime, candle]))
    const price = (value: string | undefined) => (value ? format.price(value, 2) : UNKNOWN)
    return (hour) => {
      const candle = byHour.get(hour)
      if (!candle) return null
      const { oprice, hprice, lprice, cprice, volume } = candle
      const share = reference ? Number(cprice ?? oprice) / Number(reference) - 1 : null
      const texts = {
        time: format.date(hour),
        open: price(oprice),
        high: price(hprice),
        low: price(lprice),
        close: price(cprice),
        volume: volume ? amount.format(Number(volume)) : UNKNOWN,
        change: share === null ? '' : format.change(share),
      }
      const values = cprice ? t('chart.atBar', texts) : t('chart.at', texts)
      const change = texts.change ? `${t('chart.atChange', texts)}, ` : ''
      return { ...texts, sentence: `${values}, ${change}${texts.time}` }
    }
  }, [series, reference, format, locale, t])
}
