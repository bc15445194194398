import { useStore } from 'zustand'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { spanParts } from '#shared/i18n/format.ts'

interface CountdownProps {
  /** The instant that is waited for, epoch milliseconds. */
  until: number
  /** The sentence around the time that is left. */
  text: (time: string) => string
  /** What is said once the instant has come. */
  over: string
}

/** The days, hours and minutes that are left; the only thing that renders again as they go. */
export function Countdown({ until, text, over }: CountdownProps) {
  const { t } = useLanguage()
  const left = until - useStore(useServices().seconds)
  return <>{left > 0 ? text(t('time.parts', spanParts(left))) : over}</>
}
