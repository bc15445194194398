import { useStore } from 'zustand'
import { useLanguage, useNow, useServices } from '#desktop/renderer/platform/services.ts'
import type { CoreTranslate } from '#shared/i18n/core.ts'
import { spanParts } from '#shared/i18n/format.ts'

/** The server's time with zone and offset; renders each second, alone. */
export function CurrentTime() {
  const { format } = useLanguage()
  const now = useNow()
  return <time dateTime={new Date(now).toISOString()}>{format.clock(now)}</time>
}

const UNITS = ['days', 'hours', 'minutes'] as const

/** A duration in its units above zero: `16 h 39 m`; in seconds below a minute. */
export function spanText(t: CoreTranslate, span: number): string {
  const parts = spanParts(span)
  const units = UNITS.filter((unit) => parts[unit] > 0)
  if (units.length === 0) return t('time.seconds', { n: Math.ceil(span / 1000) })
  return units.map((unit) => t(`time.${unit}`, { n: parts[unit] })).join(' ')
}

interface CountdownProps {
  /** Epoch milliseconds. */
  until: number
  /** Shown from `until` on. */
  over: string
  /** Sentence around the time left; the time alone by default. */
  text?: (time: string) => string
}

/** Time left until an instant; checked each second, renders when its text changes. */
export function Countdown({ until, over, text = (time) => time }: CountdownProps) {
  const { t } = useLanguage()
  const shown = useStore(useServices().seconds, (now) =>
    now < until ? text(spanText(t, until - now)) : over,
  )
  return <>{shown}</>
}

/** Time since an instant (epoch ms) by the server's clock; renders once a minute. */
export function Age({ since }: { since: number }) {
  const { format } = useLanguage()
  const minutes = useStore(useServices().seconds, (now) => Math.floor((now - since) / 60_000))
  return <>{format.age(Math.max(0, minutes))}</>
}
