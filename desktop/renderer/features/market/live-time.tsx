import { useLanguage, useNow } from '#desktop/renderer/platform/services.ts'
import { spanParts } from '#shared/i18n/format.ts'

/** The server's time with zone and offset; renders each second, alone. */
export function CurrentTime() {
  const { format } = useLanguage()
  const now = useNow()
  return <time dateTime={new Date(now).toISOString()}>{format.clock(now)}</time>
}

interface CountdownProps {
  /** Epoch milliseconds. */
  until: number
  /** Shown from `until` on. */
  over: string
  /** Sentence around the time left; the time alone by default. */
  text?: (time: string) => string
}

/** Time left until an instant in days, hours and minutes; renders each second, alone. */
export function Countdown({ until, over, text = (time) => time }: CountdownProps) {
  const { t } = useLanguage()
  const left = until - useNow()
  return <>{left > 0 ? text(t('time.parts', spanParts(left))) : over}</>
}
